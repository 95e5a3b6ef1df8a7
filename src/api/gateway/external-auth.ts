import { choice, int64, list, obj, opt, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { backendObjectRef } from "./backend-ref.ts";
import { union } from "./union.ts";

const headerNames = list(str(), { maxItems: 64, listType: "set" });

const grpcAuth = obj({
  allowedHeaders: opt(0, headerNames, "Request headers that are sent to the server; absent: all."),
});

const httpAuth = obj({
  path: opt(
    0,
    str({ maxLength: 1024, pattern: "^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$" }),
    "Prefix put before the path of the request when the server is called.",
  ),
  allowedHeaders: opt(0, headerNames, "Further request headers that are sent to the server."),
  allowedResponseHeaders: opt(0, headerNames, "Headers of the server's answer that go to the backend; absent: all."),
});

/** Asks another server whether a request may pass. */
export const externalAuth = obj(
  {
    protocol: req(0, choice(["HTTP", "GRPC"]), "How the server is asked: 'HTTP', or 'GRPC' with Envoy's ext_authz."),
    backendRef: req(0, backendObjectRef, "Server to ask."),
    grpc: opt(0, grpcAuth, "Settings of the protocol 'GRPC'."),
    http: opt(0, httpAuth, "Settings of the protocol 'HTTP'."),
    forwardBody: opt(
      0,
      obj({ maxSize: opt(0, int64(), "Bytes of the body to send at most; 0 or absent: none.") }),
      "Whether the request's body is sent as well.",
    ),
  },
  { checks: [union({ GRPC: "grpc", HTTP: "http" }, "protocol")] },
);

export interface ExternalAuth extends Infer<typeof externalAuth> {}
