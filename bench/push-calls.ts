import { sharedBytes } from "../src/base/shared-bytes.ts";
import { encodeHead, encodeNonce } from "../src/deliver/encode-response.ts";
import type { GrpcCall } from "../src/grpc/index.ts";
import { clusters } from "./push-resources.ts";
import type { PushTarget } from "./push-server.ts";

/** The transport alone: the bytes of a response are sent to every call, each with a nonce of its own behind them. */
export function pushToCalls(): PushTarget {
  const calls = new Map<GrpcCall, string>();
  const bodies = new Map<number, Uint8Array>();
  let counter = 0;
  const serve = async (call: GrpcCall) => {
    const id = `node-${++counter}`;
    for await (const _ of call.messages) {
      if (calls.has(call)) continue;
      calls.set(call, id);
      await call.send([encodeNonce(`${id}/0`)]);
    }
    calls.delete(call);
  };
  const bodyOf = (size: number) => {
    const known = bodies.get(size);
    if (known) return known;
    const set = clusters(size, 0);
    const whole = Buffer.concat([encodeHead(set), ...set.whole.map((parcel) => parcel.bytes("sotw"))]);
    const body = sharedBytes(whole.length);
    body.set(whole);
    bodies.set(size, body);
    return body;
  };
  let pushes = 0;
  const push = (size: number) => {
    const body = bodyOf(size);
    const number = ++pushes;
    // To all at once, as the peer does it.
    for (const [call, id] of calls) void call.send([body, encodeNonce(`${id}/${number}`)]);
  };
  return {
    methods: new Map([["/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources", serve]]),
    push,
  };
}
