import { FairwayError, type FaultCode } from "../base/fault.ts";

/** The status codes of gRPC that a server has reason to send. */
export const grpcCodes = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

export type GrpcCode = (typeof grpcCodes)[keyof typeof grpcCodes];

/** How a call ended. */
export interface GrpcStatus {
  readonly code: GrpcCode;
  readonly message: string;
}

const codeOfFault: { readonly [code in FaultCode]?: GrpcCode } = {
  NotFound: grpcCodes.notFound,
  BadRequest: grpcCodes.invalidArgument,
  Invalid: grpcCodes.invalidArgument,
  Unauthorized: grpcCodes.unauthenticated,
  Forbidden: grpcCodes.permissionDenied,
  MethodNotAllowed: grpcCodes.unimplemented,
  UnsupportedMediaType: grpcCodes.unimplemented,
  TooLarge: grpcCodes.resourceExhausted,
  TooMany: grpcCodes.resourceExhausted,
  Timeout: grpcCodes.deadlineExceeded,
  Unavailable: grpcCodes.unavailable,
};

/** The status that a client is told for an error. A bug's own message stays here. */
export function statusOf(error: unknown): GrpcStatus {
  const fault = FairwayError.from(error);
  if (fault.code === "Internal") return { code: grpcCodes.internal, message: "internal error" };
  return { code: codeOfFault[fault.code] ?? grpcCodes.unknown, message: fault.message };
}

/** A message as headers carry it: printable ASCII, all else percent-encoded. */
export function encodeMessage(message: string): string {
  return Buffer.from(message.slice(0, maxMessage), "utf8").reduce((text, byte) => {
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    return text + (plain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`);
  }, "");
}

/** Headers have little room; what does not fit says nothing more to the client. */
const maxMessage = 1024;
