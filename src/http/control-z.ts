import type { IncomingMessage, ServerResponse } from "node:http";
import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import { type LogLevel, type LogScope, type LogScopes, logLevels, type ScopeSettings } from "../base/log.ts";
import { createServer } from "../base/node-http.ts";
import { Listener } from "./listener.ts";
import type { PageAccess } from "./page-access.ts";
import { statusOf } from "./status.ts";

const maxBody = 64 * 1024;

/** ControlZ: lists the log scopes and changes them at run time, in istiod's paths and JSON. */
export class ControlZ extends Listener {
  readonly #scopes: LogScopes;
  readonly #access: PageAccess;

  constructor(scopes: LogScopes, access: PageAccess) {
    super(createServer({ maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 30_000 }));
    this.#scopes = scopes;
    this.#access = access;
    this.server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      this.#access(request);
    } catch (error) {
      const { code, message } = statusOf(FairwayError.from(error));
      return json(response, code, { error: message });
    }
    return this.#serve(request, response);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = URL.parse(request.url ?? "", "http://fairway")?.pathname ?? "";
    const name = /^\/scopej\/([^/]*)$/.exec(path)?.[1] ?? (path === "/scopej" ? "" : undefined);
    if (request.method === "GET" && (path === "/" || /^\/scopez\/?$/.test(path)))
      return page(response, this.#scopes.list());
    if (name === undefined) return json(response, 404, { error: "not found" });
    if (request.method === "GET" && name === "") return json(response, 200, this.#scopes.list().map(show));
    const scope = this.#scopes.find(decodeURIComponent(name));
    if (!scope) return json(response, 404, { error: `there is no log scope '${name}'` });
    if (request.method === "GET") return json(response, 200, show(scope));
    if (request.method !== "PUT") return json(response, 405, { error: "use GET or PUT" });
    return this.#change(scope, await readText(request), response);
  }

  #change(scope: LogScope, body: string | undefined, response: ServerResponse): void {
    const change = body === undefined ? "the body is too long" : parseChange(body);
    if (typeof change === "string") return json(response, 400, { error: change });
    scope.configure(change);
    response.writeHead(202).end();
  }
}

/** A scope in istiod's JSON. */
function show(scope: LogScope): object {
  const { level, stackTraceLevel, logCallers } = scope.settings;
  return {
    name: scope.name,
    description: scope.description,
    output_level: level,
    stack_trace_level: stackTraceLevel,
    log_callers: logCallers,
  };
}

/** The change a body asks for, or what is wrong with it. The content type does not matter: istiod's users send text/plain. */
function parseChange(body: string): Partial<ScopeSettings> | string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return "the body is not JSON";
  }
  if (!isObject(value)) return "the body must be an object";
  const { output_level, stack_trace_level, log_callers } = value;
  if (output_level !== undefined && !isLevel(output_level))
    return `output_level must be one of ${logLevels.join(", ")}`;
  if (stack_trace_level !== undefined && !isLevel(stack_trace_level)) {
    return `stack_trace_level must be one of ${logLevels.join(", ")}`;
  }
  return {
    ...(output_level !== undefined && { level: output_level }),
    ...(stack_trace_level !== undefined && { stackTraceLevel: stack_trace_level }),
    ...(typeof log_callers === "boolean" && { logCallers: log_callers }),
  };
}

function isLevel(value: unknown): value is LogLevel {
  return logLevels.some((level) => level === value);
}

async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > maxBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function json(response: ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { "content-type": "application/json" });
  response.end(`${JSON.stringify(body)}\n`);
}

function page(response: ServerResponse, scopes: readonly LogScope[]): void {
  const rows = scopes.map(
    (scope) =>
      `<tr><td>${html(scope.name)}</td><td>${html(scope.description)}</td><td>${scope.settings.level}</td></tr>`,
  );
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  });
  response.end(`<!doctype html><html lang="en"><title>Fairway log scopes</title>
<style>body{font-family:sans-serif;margin:2em}td,th{text-align:left;padding:.2em 1em .2em 0}</style>
<h1>Log scopes</h1>
<table><tr><th>Scope</th><th>What it tells</th><th>Level</th></tr>${rows.join("")}</table>
<p>Change one with <code>fairway log SCOPE=LEVEL</code>, or PUT to <code>/scopej/SCOPE</code>.</p></html>`);
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
