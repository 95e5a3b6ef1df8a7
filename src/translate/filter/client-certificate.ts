import type { MeshProxyConfig } from "../../api/index.ts";
import type { HttpConnectionManager } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { FilterSettings } from "./filter-settings.ts";

type Details = NonNullable<MeshProxyConfig["proxyHeaders"]>["setCurrentClientCertDetails"];

/** What the workload is told of the client's certificate, in the header `X-Forwarded-Client-Cert`. */
export function clientCertificate({ listenerClass, proxyConfig }: FilterSettings): HttpConnectionManager {
  const { proxyHeaders, gatewayTopology } = proxyConfig;
  if (listenerClass === "outbound") return {};
  const gateway = listenerClass === "gateway";
  const wanted = gateway ? gatewayTopology?.forwardClientCertDetails : proxyHeaders?.forwardedClientCert;
  const mode = wanted && wanted !== "UNDEFINED" ? wanted : gateway ? "SANITIZE_SET" : "APPEND_FORWARD";
  const said = gateway ? undefined : proxyHeaders?.setCurrentClientCertDetails;
  return { forwardClientCertDetails: mode, setCurrentClientCertDetails: details(said, gateway) };
}

function details(said: Details, gateway: boolean) {
  const { subject = true, cert = gateway, chain = false, dns = true, uri = true } = said ?? {};
  return { subject, ...(cert && { cert }), ...(chain && { chain }), dns, uri };
}
