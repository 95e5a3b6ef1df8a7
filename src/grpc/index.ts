/**
 * gRPC as a server of streams, on node:http2. Messages are bytes: nothing here knows what is in them. What is sent to
 * many streams is shared between them, and nothing is buffered for a client that does not read.
 */

export type { GrpcCall, GrpcPeer } from "./grpc-call.ts";
export {
  defaultGrpcLimits,
  type GrpcHandler,
  type GrpcLimits,
  GrpcServer,
  type GrpcServerOptions,
} from "./grpc-server.ts";
export { type GrpcCode, type GrpcStatus, grpcCodes } from "./grpc-status.ts";
export { HealthService } from "./health-service.ts";
