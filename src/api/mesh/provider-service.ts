import { validIp } from "../checks/address.ts";
import { hasPartialWildcard, validHost, validName, validWildcardHost } from "../istio/host.ts";
import type { Report } from "../problem.ts";
import { list, obj, opt, str, uint32 } from "../schema/build.ts";
import { duration } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";

const serviceDoc = "Host name of the service, or `<namespace>/<host name>` where the host alone is not clear.";

/** The fields by which a provider names the service behind it; the numbers are those of the provider's message. */
export function serviceFields(numbers: { readonly service: number; readonly port: number }) {
  return {
    service: opt(numbers.service, str(), serviceDoc),
    port: opt(numbers.port, uint32(), "Port of the service."),
  };
}

interface ServiceOf {
  readonly service?: string | undefined;
  readonly port?: number | undefined;
}

/** Warnings only: a provider that nobody uses must not keep the mesh from starting. */
export function namesService({ service = "", port = 0 }: ServiceOf, report: Report): void {
  if (!validService(service)) {
    report("FW0813", `should be a host name or '<namespace>/<host name>', not '${service}'`, "service");
  }
  if (port < 1 || port > 65535) report("FW0814", `should be a port from 1 to 65535, not ${port}`, "port");
}

function validService(service: string): boolean {
  const slash = service.indexOf("/");
  if (slash < 0) return validHost(service) || validIp(service);
  const namespace = service.slice(0, slash);
  const host = service.slice(slash + 1);
  if (!["*", ".", "~"].includes(namespace) && !validName(namespace)) return false;
  return host === "*" || (host.includes(".") && validWildcardHost(host) && !hasPartialWildcard(host));
}

/** A header of the requests to a provider. */
export const providerHeader = obj({
  name: opt(1, str(), "Name of the header."),
  value: opt(2, str(), "Its value.", { oneof: "header_value" }),
  envName: opt(3, str(), "Environment variable of the control plane that holds its value.", { oneof: "header_value" }),
});

/** How a provider is called over HTTP. */
export const providerHttp = obj({
  path: opt(1, str(), "Path of the requests."),
  timeout: opt(2, duration(), "How long a request may take."),
  headers: opt(3, list(providerHeader), "Further headers of the requests."),
});

/** How a provider is called over gRPC. */
export const providerGrpc = obj({
  timeout: opt(1, duration(), "How long a request may take."),
  initialMetadata: opt(2, list(providerHeader), "Further metadata of the streams."),
});

export interface ProviderHeader extends Infer<typeof providerHeader> {}
export interface ProviderHttp extends Infer<typeof providerHttp> {}
export interface ProviderGrpc extends Infer<typeof providerGrpc> {}
