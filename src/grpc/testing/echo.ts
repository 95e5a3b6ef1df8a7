import type { GrpcCall } from "../grpc-call.ts";

/** Sends back what comes, message by message. */
export async function echo(call: GrpcCall): Promise<void> {
  for await (const message of call.messages) await call.send([message]);
}
