/**
 * gRPC as a server of streams, on node:http2. Messages are bytes: nothing here knows what is in them. What is sent to
 * many streams is shared between them, and nothing is buffered for a client that does not read.
 */

export { ThreadedServer, type ThreadedServerOptions } from "./carrier/threaded-server.ts";
export type { GrpcCall, GrpcPeer } from "./grpc-call.ts";
export { defaultGrpcLimits, type GrpcLimits } from "./grpc-limits.ts";
export { GrpcServer, type GrpcServerOptions } from "./grpc-server.ts";
export { type GrpcCode, type GrpcStatus, grpcCodes, statusOf } from "./grpc-status.ts";
export type { GrpcHandler } from "./handle-call.ts";
export { HealthService } from "./health-service.ts";
export { type SendPatience, SendWatch } from "./send-watch.ts";
