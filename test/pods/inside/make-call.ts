import { Agent, request } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import type { TLSSocket } from "node:tls";
import type { Answer, Call, TlsCall } from "./protocol.ts";

const kept = new Agent({ keepAlive: true });
const keptTls = new TlsAgent({ keepAlive: true });

/** Serial numbers of the servers' certificates: a connection shows its own only when it is made. */
const certificates = new WeakMap<object, string>();

/** Makes a call; one that fails is an answer too. */
export function makeCall(call: Call): Promise<Answer> {
  const { address, port, method = "GET", path = "/", headers = {}, body, tls, fresh = false, patience = 15_000 } = call;
  const started = performance.now();
  return new Promise((resolve) => {
    const fail = (error: Error & { readonly code?: string }) =>
      resolve({
        status: 0,
        headers: {},
        text: "",
        error: error.code ?? error.message,
        ms: performance.now() - started,
      });
    const to = { host: address, port, method, path, headers: { ...headers }, timeout: patience };
    const outgoing = tls
      ? tlsRequest({ ...to, ...tlsOptions(tls), agent: fresh ? false : keptTls })
      : request({ ...to, agent: fresh ? false : kept });
    outgoing.on("error", fail);
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in time")));
    outgoing.on("socket", (socket) => {
      const note = () => certificates.set(socket, (socket as TLSSocket).getPeerX509Certificate()?.serialNumber ?? "");
      socket.once("secureConnect", note);
    });
    outgoing.on("response", (response) => {
      const certificate = certificates.get(response.socket);
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("error", fail);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          ...(certificate !== undefined && { certificate }),
          ms: performance.now() - started,
        }),
      );
    });
    outgoing.end(body);
  });
}

function tlsOptions({ name, authority, pair }: TlsCall) {
  return { servername: name, ca: authority, cert: pair?.certificate, key: pair?.privateKey };
}

/** Makes a call so many times, some at once; the answers in the order in which they came. */
export async function makeCalls(call: Call, count: number, concurrency: number): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let left = count;
  const one = async () => {
    while (left-- > 0) answers.push(await makeCall(call));
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  return answers;
}
