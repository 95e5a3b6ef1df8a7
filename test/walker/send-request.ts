import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { text } from "node:stream/consumers";
import { type Echo, echoHeader } from "./echoing-workloads.ts";
import type { GeneratedRequest } from "./generated-request.ts";

/** What came of a request. */
export type Answer =
  | { readonly kind: "forwarded"; readonly echo: Echo }
  | { readonly kind: "answered"; readonly status: number; readonly location?: string; readonly body: string }
  | { readonly kind: "closed" };

/** Sends a request on a connection of its own. */
export function sendRequest({ port, serverName, method, host, path, headers }: GeneratedRequest): Promise<Answer> {
  const options = { host: "127.0.0.1", port, method, path, headers: { ...headers, host }, agent: false };
  const tls = { servername: serverName, rejectUnauthorized: false, ALPNProtocols: ["http/1.1"] };
  return new Promise((resolve, reject) => {
    const call = serverName === undefined ? plainRequest(options) : secureRequest({ ...options, ...tls });
    call.on("error", () => resolve({ kind: "closed" }));
    call.on("response", (response) => {
      text(response).then((body) => {
        if (response.headers[echoHeader]) return resolve({ kind: "forwarded", echo: JSON.parse(body) as Echo });
        const { statusCode: status = 0, headers: got } = response;
        resolve({ kind: "answered", status, body, ...(got.location !== undefined && { location: got.location }) });
      }, reject);
    });
    call.end();
  });
}
