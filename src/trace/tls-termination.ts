import type { FilterChain } from "../gen/envoy/config/listener/v3.ts";
import type { CommonTlsContext, DownstreamTlsContext } from "../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import type { Call, CallProtocol } from "./call.ts";
import { matchesString } from "./string-match.ts";
import { some } from "./truth.ts";
import { configOf } from "./typed-config.ts";

/** What the filters of a chain are given to read. */
export interface Downstream {
  readonly bytes: CallProtocol | "tls";
  /** The connection was TLS and is ended here. */
  readonly terminated: boolean;
  /** The client's name, if it showed a certificate that was asked for. */
  readonly identity?: string;
  /** Protocol that both sides agreed on; empty if none. */
  readonly negotiated: string;
}

export interface Termination {
  /** Absent: the handshake fails. */
  readonly downstream?: Downstream;
  readonly text: string;
}

/** What becomes of a connection at a chain's transport socket. */
export function terminate(chain: FilterChain, call: Call): Termination {
  const context = configOf(chain.transportSocket, "envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext");
  if (context === undefined) {
    const opaque = call.tls !== "plain";
    return {
      downstream: { bytes: opaque ? "tls" : call.protocol, terminated: false, negotiated: "" },
      text: opaque ? "TLS is not ended here: its bytes go through as they are" : "plaintext, as the chain expects",
    };
  }
  return handshake(context, call);
}

function handshake(context: DownstreamTlsContext, call: Call): Termination {
  const { commonTlsContext = {} } = context;
  if (call.tls === "plain") return { text: "the chain expects a TLS handshake and gets plaintext" };
  if (context.requireSni && !call.serverName) return { text: "the handshake must carry a server name" };
  const asksForCertificate = context.requireClientCertificate === true;
  if (asksForCertificate && call.tls !== "mtls") return { text: "a client certificate is required and none is shown" };
  const showsCertificate = call.tls === "mtls" && (asksForCertificate || validates(commonTlsContext));
  if (showsCertificate && !acceptsName(commonTlsContext, call.identity)) {
    return { text: `the name ${call.identity} in the client's certificate is not accepted` };
  }
  const negotiated = commonTlsContext.alpnProtocols?.find((each) => call.alpn?.includes(each)) ?? "";
  const identity = showsCertificate ? (call.identity ?? "") : undefined;
  const certificate = certificateNames(commonTlsContext);
  const who = identity === undefined ? "without client certificate" : `from ${identity || "a client of the mesh"}`;
  return {
    downstream: { bytes: call.protocol, terminated: true, negotiated, ...(identity !== undefined && { identity }) },
    text: `TLS ${who} is ended here with certificate ${certificate}${negotiated && `; both agree on ${negotiated}`}`,
  };
}

function validates(context: CommonTlsContext): boolean {
  return Boolean(
    context.validationContext ?? context.validationContextSdsSecretConfig ?? context.combinedValidationContext,
  );
}

/** Without an identity the certificate is taken to be one that fits. */
function acceptsName(context: CommonTlsContext, identity: string | undefined): boolean {
  const validation = context.validationContext ?? context.combinedValidationContext?.defaultValidationContext;
  const typed = validation?.matchTypedSubjectAltNames?.map(({ matcher = {} }) => matcher) ?? [];
  const names = [...(validation?.matchSubjectAltNames ?? []), ...typed];
  if (identity === undefined || names.length === 0) return true;
  return some(names, (matcher) => matchesString(matcher, identity)) !== false;
}

/** Names of the secrets that a side of TLS shows. */
export function certificateNames(context: CommonTlsContext): string {
  const names = context.tlsCertificateSdsSecretConfigs?.map(({ name = "" }) => name) ?? [];
  return names.join(", ") || (context.tlsCertificates?.length ? "in the configuration" : "none");
}
