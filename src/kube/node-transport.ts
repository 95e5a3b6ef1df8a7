import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Agent as HttpAgent, IncomingMessage } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import { pipeline, Readable } from "node:stream";
import { createSecureContext } from "node:tls";
import { promisify } from "node:util";
import { systemClock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { request as httpRequest, Agent as PlainAgent } from "../base/node-http.ts";
import { ComingBody } from "./coming-body.ts";
import { Credentials, type RequestCredentials } from "./credentials.ts";
import type { RunProgram } from "./exec-plugin.ts";
import type { KubeAccess } from "./kubeconfig.ts";
import type { KubeRequest, KubeResponse, Transport } from "./transport.ts";

/** A transport of the machine's own network; `close` ends its connections. */
export interface NodeTransport {
  readonly send: Transport;
  close(): void;
}

export interface NodeTransportOptions {
  /** The environment that credential programs run in. */
  readonly environment: { readonly [name: string]: string | undefined };
}

/** Reaches an API server by HTTP/1.1 on kept connections; credentials that are refused are fetched anew, once. */
export function nodeTransport(access: KubeAccess, { environment }: NodeTransportOptions): NodeTransport {
  const run: RunProgram = async (command, args, own) =>
    (await promisify(execFile)(command, [...args], { env: { ...environment, ...own }, timeout: 60_000 })).stdout;
  const credentials = new Credentials(access.user, {
    clock: systemClock,
    readFile: (path) => readFile(path, "utf8"),
    run,
  });
  const agents = new Agents(access);
  const send: Transport = async (request) => {
    const first = await exchange(access, agents, request, await credentials.forRequest());
    if (first.status !== 401) return first;
    credentials.refused();
    if (request.body instanceof Readable) return first;
    for await (const _ of first.body);
    return exchange(access, agents, request, await credentials.forRequest());
  };
  return { send, close: () => agents.close() };
}

/** Nothing is taken in ahead of who reads: what is held is to stay with the network. */
const connections = { keepAlive: true, highWaterMark: 1 };

/** Connections belong to the certificate that they were made with. */
class Agents {
  readonly #access: KubeAccess;
  #certificate: string | undefined;
  #agent: Agent | HttpAgent | undefined;

  constructor(access: KubeAccess) {
    this.#access = access;
  }

  for({ certificate, privateKey }: RequestCredentials): Agent | HttpAgent {
    if (this.#agent && certificate === this.#certificate) return this.#agent;
    this.#agent?.destroy();
    this.#certificate = certificate;
    const { server, authority, insecure, serverName } = this.#access;
    this.#agent = server.startsWith("http:")
      ? new PlainAgent(connections)
      : new Agent({
          ...connections,
          rejectUnauthorized: !insecure,
          ...(serverName && { servername: serverName }),
          // One for all connections: there is one for each kind that is followed.
          secureContext: createSecureContext({
            ...(authority && { ca: authority }),
            ...(certificate && privateKey && { cert: certificate, key: privateKey }),
          }),
        });
    return this.#agent;
  }

  close(): void {
    this.#agent?.destroy();
  }
}

function exchange(
  access: KubeAccess,
  agents: Agents,
  { method, path, headers, body, signal, silence }: KubeRequest,
  credentials: RequestCredentials,
): Promise<KubeResponse> {
  const open = access.server.startsWith("http:") ? httpRequest : httpsRequest;
  return new Promise((resolve, reject) => {
    const own = Object.entries(credentials.headers).map(([name, value]) => [
      name,
      typeof value === "string" ? value : [...value],
    ]);
    const outgoing = open(`${access.server}${path}`, {
      method,
      agent: agents.for(credentials),
      headers: {
        ...headers,
        ...Object.fromEntries(own),
        ...(body instanceof Uint8Array && { "content-length": body.length }),
      },
      ...(signal && { signal }),
      ...(silence && { timeout: silence }),
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error(`nothing came for ${silence} ms`)));
    outgoing.on("response", (response: IncomingMessage) => {
      const body = new ComingBody(response);
      resolve({ status: response.statusCode ?? 0, headers: plain(response.headers), body, coming: body });
    });
    outgoing.on("error", (cause) => {
      reject(new FairwayError("Unavailable", `${access.server} cannot be reached: ${cause.message}`, { cause }));
    });
    // Its errors are those of the request, which is told of them.
    if (body instanceof Readable) pipeline(body, outgoing, () => {});
    else outgoing.end(body);
  });
}

function plain(headers: IncomingMessage["headers"]): KubeResponse["headers"] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}
