import { once } from "node:events";
import { type ClientHttp2Stream, connect } from "node:http2";
import type { NodeIdentity } from "../../src/core/index.ts";
import { resourceMessages } from "../../src/translate/index.ts";
import { decodeMessage, encodeMessage } from "./envoy-json.ts";
import { endpointNames, extensionNames, type Message, nameOf, routeNames } from "./references.ts";

/** Everything a node was sent, each list sorted by name, in proto3 JSON. */
export interface XdsAnswer {
  readonly clusters: readonly Message[];
  readonly endpoints: readonly Message[];
  readonly listeners: readonly Message[];
  readonly routes: readonly Message[];
  readonly extensions: readonly Message[];
}

const service = "envoy.service.discovery.v3";
const path = `/${service}.AggregatedDiscoveryService/StreamAggregatedResources`;

/**
 * Asks a control plane for all of a node, as Envoy does at its start over one state-of-the-world stream: clusters, the
 * endpoints they name, listeners, the routes and then the extensions they name. Each answer is acknowledged.
 */
export async function askOverAds(url: string, node: NodeIdentity & { cluster?: string }): Promise<XdsAnswer> {
  const session = connect(url);
  session.on("error", () => {});
  const call = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/grpc",
    te: "trailers",
  });
  try {
    const answers = responsesOf(call);
    const ask = (type: string, names: readonly string[]) => exchange(call, answers, node, type, names);
    const asked = (type: string, names: readonly string[]) => (names.length === 0 ? [] : ask(type, names));
    const clusters = await ask(resourceMessages.clusters, []);
    const endpoints = await asked(resourceMessages.endpoints, endpointNames(clusters));
    const listeners = await ask(resourceMessages.listeners, []);
    const routes = await asked(resourceMessages.routes, routeNames(listeners));
    const extensions = await asked(resourceMessages.extensions, extensionNames(listeners));
    return { clusters, endpoints, listeners, routes, extensions };
  } finally {
    call.close();
    session.destroy();
  }
}

interface Response {
  readonly versionInfo?: string;
  readonly nonce?: string;
  readonly typeUrl: string;
  readonly resources?: readonly Message[];
}

async function exchange(
  call: ClientHttp2Stream,
  answers: AsyncGenerator<Response>,
  node: NodeIdentity,
  type: string,
  resourceNames: readonly string[],
): Promise<readonly Message[]> {
  const typeUrl = `type.googleapis.com/${type}`;
  send(call, { node, typeUrl, resourceNames });
  for (;;) {
    const { done, value: response } = await withTimeout(answers.next(), `an answer for ${type}`);
    if (done) throw new Error(`the stream ended before an answer for ${type}`);
    const { versionInfo, nonce } = response;
    // What was pushed for another type meanwhile is not what was asked for; a later dump will have it.
    if (response.typeUrl !== typeUrl) continue;
    send(call, { typeUrl, resourceNames, versionInfo, responseNonce: nonce });
    return (response.resources ?? [])
      .map(({ "@type": _, ...message }) => message as Message)
      .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  }
}

function send(call: ClientHttp2Stream, request: unknown): void {
  const bytes = encodeMessage(`${service}.DiscoveryRequest`, request);
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(bytes.length, 1);
  call.write(Buffer.concat([frame, bytes]));
}

/** The messages of the call, one by one; a refused call throws with the reason in its trailers. */
async function* responsesOf(call: ClientHttp2Stream): AsyncGenerator<Response> {
  let fault = "";
  call.on("trailers", (trailers) => {
    if (trailers["grpc-status"] !== "0") fault = `${trailers["grpc-status"]} ${trailers["grpc-message"]}`;
  });
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of call as AsyncIterable<Buffer>) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    while (pending.length >= 5 && pending.length >= 5 + pending.readUInt32BE(1)) {
      const end = 5 + pending.readUInt32BE(1);
      yield decodeMessage(`${service}.DiscoveryResponse`, pending.subarray(5, end)) as Response;
      pending = pending.subarray(end);
    }
  }
  if (fault !== "") throw new Error(`the stream was refused: ${fault}`);
}

async function withTimeout<T>(wait: Promise<T>, what: string): Promise<T> {
  const limit = new AbortController();
  const late = once(AbortSignal.any([AbortSignal.timeout(20_000), limit.signal]), "abort");
  const winner = await Promise.race([wait.then((value) => ({ value })), late]);
  limit.abort();
  if (Array.isArray(winner)) throw new Error(`no ${what} within 20 s`);
  return winner.value;
}
