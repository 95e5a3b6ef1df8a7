import { choice, list, obj, opt, req } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { portNumber } from "./names.ts";
import { objectRef, secretObjectRef } from "./object-ref.ts";

/** How the certificates of clients are checked. */
export const clientValidation = obj({
  caCertificateRefs: req(
    0,
    list(objectRef, { minItems: 1, maxItems: 16 }),
    "Certificate authorities that clients' certificates must be signed by, usually a ConfigMap with the key 'ca.crt'.",
  ),
  mode: opt(
    0,
    choice(["AllowValidOnly", "AllowInsecureFallback"]),
    "'AllowValidOnly' refuses clients without a valid certificate (default); 'AllowInsecureFallback' does not.",
    { default: "AllowValidOnly" },
  ),
});

const frontendTls = obj({
  validation: opt(0, clientValidation, "How clients' certificates are checked; absent: clients need none."),
});

/** TLS settings of a Gateway as a whole. */
export const gatewayTls = obj({
  backend: opt(
    0,
    obj({ clientCertificateRef: opt(0, secretObjectRef, "Certificate that the Gateway shows to backends.") }),
    "TLS between the Gateway and backends.",
  ),
  frontend: opt(
    0,
    obj({
      default: req(0, frontendTls, "Settings of every port that `perPort` does not name."),
      perPort: opt(
        0,
        list(
          obj({
            port: req(0, portNumber, "Port of the listeners."),
            tls: req(0, frontendTls, "Settings of the listeners on this port."),
          }),
          { maxItems: 64, keys: ["port"] },
        ),
        "Settings of single ports, instead of `default`.",
      ),
    }),
    "TLS between clients and the Gateway.",
  ),
});

export interface ClientValidation extends Infer<typeof clientValidation> {}
export interface GatewayTls extends Infer<typeof gatewayTls> {}
