import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { listenOn } from "../../base/listen-on.ts";
import { createServer } from "../../base/node-http.ts";

/** The header by which a stand-in tells which version of a service it is. */
export const versionHeader = "x-version";

export interface StandInOptions {
  readonly service: string;
  readonly version: string;
  /** Milliseconds that an answer takes. */
  readonly work: number;
  /** What is done before the answer; the work comes on top. */
  readonly before?: (headers: IncomingHttpHeaders) => Promise<void>;
  /** Told of each request that Envoy sent by itself, as a copy of another, with the milliseconds that it took. */
  readonly mirrored?: (latency: number) => void;
}

/** A small program that stands for a workload. */
export interface StandIn {
  /** Where it listens on the loopback address. */
  readonly port: number;
  close(): Promise<void>;
}

/** Starts one on a port of its own. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const { service, version, work, before, mirrored } = options;
  const server = createServer(async ({ headers }, response) => {
    const started = performance.now();
    await before?.(headers);
    await pause(work);
    response.setHeader(versionHeader, version);
    response.end(`${service} ${version}\n`);
    if (headers["x-envoy-internal"] === "true") mirrored?.(performance.now() - started);
  });
  const address = await listenOn(server, { host: "127.0.0.1", port: 0 }, `the demo's ${service}`);
  return {
    port: Number(address.split(":").at(-1)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
