import { FairwayError } from "../base/fault.ts";
import type { GrpcCall } from "./grpc-call.ts";
import { grpcCodes, statusOf } from "./grpc-status.ts";

/** Serves a method: reads and sends until it returns; then the call has ended well. An error ends it with its status. */
export type GrpcHandler = (call: GrpcCall) => Promise<void>;

/** Who serves calls. */
export interface CallHandling {
  /** Handlers by the path of their method: `/package.Service/Method`. */
  readonly methods: ReadonlyMap<string, GrpcHandler>;
  /** Told of errors that are bugs; the client learns only that there was one. */
  readonly report?: (error: unknown, path: string) => void;
}

/** Serves a call to its end. */
export async function handleCall(call: GrpcCall, path: string, { methods, report }: CallHandling): Promise<void> {
  try {
    const handler = methods.get(path);
    if (!handler) throw new FairwayError("MethodNotAllowed", `there is no method ${path}`);
    await handler(call);
    await call.end({ code: grpcCodes.ok, message: "" });
  } catch (error) {
    const status = statusOf(error);
    if (status.code === grpcCodes.internal) report?.(error, path);
    await call.end(status);
  }
}
