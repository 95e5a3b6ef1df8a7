import { uniqueBy } from "../checks/across.ts";
import { isIpAddress, isPort } from "../checks/address.ts";
import { within } from "../problem.ts";
import { obj, opt, req, str } from "../schema/build.ts";
import type { Check, InferFields } from "../schema/schema.ts";
import { connectionPoolSettings } from "./connection-pool.ts";
import { isHttpProtocol, isTlsProtocol } from "./port-protocol.ts";
import { serverTlsSettings } from "./server-tls.ts";
import { captureMode, sidecarPort } from "./sidecar-port.ts";
import { checkUnixAddress, isUnixAddress } from "./unix-address.ts";

const isLocalEndpoint: Check<string> = (text, report) => {
  if (text === "") return;
  if (isUnixAddress(text)) return checkUnixAddress(text, report);
  const match = /^(127\.0\.0\.1|0\.0\.0\.0|\[::1\]|\[::\]|):(\d{1,6})$/.exec(text);
  if (match) return isPort(Number(match[2]), report);
  report("FW0306", `must be '127.0.0.1:port', '0.0.0.0:port', '[::1]:port', '[::]:port' or 'unix://…', not '${text}'`);
};

const fields = {
  port: req(1, sidecarPort, "Port that the proxy listens on."),
  bind: opt(2, str(), "Address to listen on. Default: found out from the workload's services."),
  captureMode: opt(3, captureMode, "How traffic gets to the listener. Default: as the proxy is set up."),
  defaultEndpoint: opt(
    4,
    str({ checks: [isLocalEndpoint] }),
    "Where the workload takes the traffic: a local address and port, or a `unix://` socket. Default: the same port.",
  ),
  tls: opt(7, serverTlsSettings, "How connections are decrypted, in place of mutual TLS."),
  connectionPool: opt(8, connectionPoolSettings, "Limits on connections and requests through this port."),
};

/** A port that a sidecar takes traffic on for its workload. */
export interface IngressListener extends InferFields<typeof fields> {}

const listensOnIp: Check<IngressListener> = ({ port, bind = "" }, report) => {
  isPort(port.number ?? 0, within(report, "port", "number"));
  if (bind !== "") isIpAddress(bind, within(report, "bind"));
};

const hasSupportedTls: Check<IngressListener> = ({ port, tls }, report) => {
  if (!tls) return;
  if (!isTlsProtocol(port.protocol)) {
    report("FW0341", `must not be set with the protocol '${port.protocol ?? ""}'`, "tls");
  }
  for (const name of ["subjectAltNames", "credentialName", "credentialNames", "tlsCertificates"] as const) {
    if (tls[name]?.length) report("FW0364", "must not be set on sidecars", "tls", name);
  }
  if (tls.httpsRedirect) report("FW0364", "must not be set on sidecars", "tls", "httpsRedirect");
  if (tls.mode === "ISTIO_MUTUAL" || tls.mode === "AUTO_PASSTHROUGH") {
    report("FW0364", `must not be ${tls.mode} on sidecars`, "tls", "mode");
  }
};

const limitsWhatThereIs: Check<IngressListener> = ({ port, connectionPool }, report) => {
  if (connectionPool?.http && !isHttpProtocol(port.protocol)) {
    report("FW0365", `should not be set with the protocol '${port.protocol ?? ""}'`, "connectionPool", "http");
  }
};

/** A port that a sidecar takes traffic on for its workload. */
export const ingressListener = obj(fields, { checks: [listensOnIp, hasSupportedTls, limitsWhatThereIs] });

/** Each port has one listener. */
export const areDistinctIngresses = uniqueBy<IngressListener>(({ port }) => port.number ?? 0, "port", "number");
