import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What a workload saw of a request. */
export interface Echo {
  /** Address at which the request came. */
  readonly address: string;
  readonly method: string;
  readonly path: string;
  readonly host: string;
}

/** Says of an answer that a workload gave it. */
export const echoHeader = "x-echo";

/** Workloads at all loopback addresses of one port, which tell what they saw. */
export async function echoingWorkloads(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { method = "", url: path = "", headers, socket } = request;
    const echo: Echo = { address: socket.localAddress ?? "", method, path, host: headers.host ?? "" };
    response.setHeader(echoHeader, "yes");
    response.end(JSON.stringify(echo));
  });
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
