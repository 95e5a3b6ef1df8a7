/**
 * gRPC as a server of streams, on node:http2. Messages are bytes: nothing here knows what is in them. What is sent to
 * many streams is shared between them, and nothing is buffered for a client that does not read.
 */

export type { GrpcCall, GrpcPeer } from "./grpc-call.ts";
export { defaultGrpcLimits, type GrpcLimits } from "./grpc-limits.ts";
export { type GrpcHandler, GrpcServer, type GrpcServerOptions } from "./grpc-server.ts";
export { type GrpcCode, type GrpcStatus, grpcCodes, statusOf } from "./grpc-status.ts";
export { HealthService } from "./health-service.ts";
export { type SendPatience, sendWithin } from "./send-within.ts";
