import type { IncomingHttpHeaders } from "node:http2";
import type { FaultCode } from "../../base/fault.ts";
import type { GrpcPeer } from "../grpc-call.ts";
import type { GrpcLimits } from "../grpc-limits.ts";
import type { GrpcStatus } from "../grpc-status.ts";
import type { ServerTls } from "../session-server.ts";
import type { PostedPart } from "./told-bytes.ts";

/** What a carrier is started with. */
export interface CarrierStart {
  /** Absent: it speaks plain text. */
  readonly tls?: ServerTls;
  readonly limits: Partial<GrpcLimits>;
  /** Paths of the methods that are served. */
  readonly paths: readonly string[];
}

/** What a carrier is told. Calls go by the numbers that it gave them. */
export type ToCarrier =
  | { readonly kind: "listen"; readonly host: string; readonly port: number; readonly what: string }
  /** The message that the call brought last was taken: another may come. */
  | { readonly kind: "taken"; readonly call: number }
  | {
      readonly kind: "send";
      readonly call: number;
      /** By which the carrier tells that they went out. */
      readonly message: number;
      readonly messages: readonly (readonly PostedPart[])[];
      /** Milliseconds for which the client may take nothing. Default: no limit. */
      readonly timeout?: number;
    }
  | { readonly kind: "remember"; readonly memory: number; readonly shared: SharedArrayBuffer }
  | { readonly kind: "forget"; readonly memory: number }
  | { readonly kind: "end"; readonly call: number; readonly status: GrpcStatus }
  | { readonly kind: "cancel"; readonly call: number; readonly status: GrpcStatus }
  | { readonly kind: "close"; readonly grace: number };

/** An error as it goes from thread to thread. */
export interface CarriedFault {
  readonly code: FaultCode;
  readonly message: string;
}

/** What a carrier tells. */
export type FromCarrier =
  | { readonly kind: "listening" }
  | { readonly kind: "notListening"; readonly fault: CarriedFault }
  | {
      readonly kind: "opened";
      readonly call: number;
      readonly path: string;
      readonly headers: IncomingHttpHeaders;
      readonly peer: GrpcPeer;
    }
  | { readonly kind: "message"; readonly call: number; readonly bytes: Uint8Array }
  /** The client sends no more messages; if because of a fault, the call has to end by it. */
  | { readonly kind: "lastMessage"; readonly call: number; readonly fault?: CarriedFault }
  | { readonly kind: "sent"; readonly call: number; readonly message: number }
  | { readonly kind: "notSent"; readonly call: number; readonly message: number; readonly fault: CarriedFault }
  /** The client did not go on reading and is about to be cut off. */
  | { readonly kind: "late"; readonly call: number; readonly message: number }
  | { readonly kind: "closed"; readonly call: number };
