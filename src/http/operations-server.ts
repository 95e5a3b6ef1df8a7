import type { IncomingMessage, ServerResponse } from "node:http";
import { FairwayError } from "../base/fault.ts";
import type { Metrics } from "../base/metrics.ts";
import { createServer } from "../base/node-http.ts";
import { Listener } from "./listener.ts";
import type { PageAccess } from "./page-access.ts";
import { statusOf } from "./status.ts";

/** What a page shows. */
export interface PageAnswer {
  /** Default: 200. */
  readonly code?: number;
  readonly type: string;
  readonly body: string;
}

/** A page for operators. `help` is shown in the index. A fault becomes its HTTP code with its message as text. */
export interface Page {
  readonly path: string;
  readonly help: string;
  /** Everybody who can reach the address may see it: it tells nothing of the configuration. Default: not. */
  readonly open?: true;
  readonly answer: (query: URLSearchParams) => PageAnswer | Promise<PageAnswer>;
}

/** Metrics, health and whatever pages other parts bring, over plain HTTP. Pages that are not open are for whom `access` lets. */
export class OperationsServer extends Listener {
  #pages: readonly Page[] = [];

  constructor(pages: readonly Page[], access: PageAccess) {
    super(
      createServer(
        { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 30_000 },
        (request, response) => void serve([...this.#pages, indexPage(this.#pages)], access, request, response),
      ),
    );
    this.add(pages);
  }

  /** Serves further pages from now on: of parts that start later. */
  add(pages: readonly Page[]): void {
    this.#pages = [...this.#pages, ...pages];
  }
}

async function serve(
  pages: readonly Page[],
  access: PageAccess,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = URL.parse(request.url ?? "", "http://fairway");
  const page = pages.find((p) => p.path === url?.pathname);
  if (!page) return send(response, 404, "text/plain", "not found\n");
  if (request.method !== "GET" && request.method !== "HEAD") {
    return send(response, 405, "text/plain", "this page takes GET only\n");
  }
  try {
    if (!page.open) access(request);
    const { code = 200, type, body } = await page.answer(url?.searchParams ?? new URLSearchParams());
    send(response, code, type, request.method === "HEAD" ? "" : body);
  } catch (error) {
    const { code, message } = statusOf(FairwayError.from(error));
    send(response, code, "text/plain; charset=utf-8", `${message}\n`);
  }
}

/** The pages that every Fairway has. */
export function standardPages(metrics: Metrics, ready: () => boolean): Page[] {
  const text = (body: string, code = 200) => ({ code, type: "text/plain; charset=utf-8", body });
  return [
    {
      path: "/metrics",
      help: "Metrics in Prometheus' text format.",
      open: true,
      answer: () => ({ type: "text/plain; version=0.0.4; charset=utf-8", body: metrics.text() }),
    },
    { path: "/healthz/live", help: "200 while the process lives.", open: true, answer: () => text("ok\n") },
    {
      path: "/ready",
      help: "200 once configuration is synced, 503 before.",
      open: true,
      answer: () => (ready() ? text("ready\n") : text("not ready\n", 503)),
    },
  ];
}

function indexPage(pages: readonly Page[]): Page {
  const lines = pages.map((page) => `${page.path.padEnd(24)} ${page.help}`);
  const answer = { type: "text/plain; charset=utf-8", body: `${lines.join("\n")}\n` };
  return { path: "/", help: "", open: true, answer: () => answer };
}

function send(response: ServerResponse, code: number, type: string, body: string): void {
  response.writeHead(code, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "x-content-type-options": "nosniff",
  });
  response.end(body);
}
