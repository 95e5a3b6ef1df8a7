import { isIpAddress, isPort } from "../checks/address.ts";
import { validDnsLabel } from "../checks/names.ts";
import { defineKind } from "../kind.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { list, map, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer, InferFields } from "../schema/schema.ts";
import { rejectDryRun } from "./dry-run.ts";
import { networkingKind, networkingVersions, objectNeedingSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { count } from "./port-number.ts";
import { isHttpProtocol, isProtocol, isTlsProtocol } from "./port-protocol.ts";
import { isServerHost } from "./scoped-host.ts";
import { serverTlsSettings } from "./server-tls.ts";
import { checkUnixAddress, isUnixAddress } from "./unix-address.ts";

const serverPort = obj(
  {
    number: req(1, count, "Port to listen on; 0 with a Unix domain socket."),
    protocol: req(2, str({ checks: [isProtocol] }), "Protocol of the port, such as HTTP, HTTPS, TLS or TCP."),
    name: req(3, str(), "Name of the port; each server of the gateway has another one."),
    targetPort: opt(4, count, "Has no effect.", { deprecated: "remove it" }),
  },
  {
    checks: [
      (port, report) => {
        if (port.name === "") report("FW0106", "must not be empty", "name");
        if (port.targetPort) report("FW0307", "must not be set on gateways", "targetPort");
      },
    ],
  },
);

const serverFields = {
  port: req(1, serverPort, "Port that the server listens on."),
  bind: opt(4, str(), "Address or `unix://` socket to listen on. Default: all addresses."),
  hosts: req(
    2,
    list(str({ checks: [isServerHost] })),
    "Hosts that are served, each after an optional `namespace/` of the virtual services that may use it.",
  ),
  tls: opt(3, serverTlsSettings, "How connections are decrypted; needed with HTTPS and TLS."),
  defaultEndpoint: opt(5, str(), "Local address or `unix://` socket to forward to by default; not supported."),
  name: opt(6, str(), "Name of the server."),
};

/** One port of a gateway, with the hosts that it serves. */
export interface Server extends InferFields<typeof serverFields> {}

const listensSomewhere: Check<Server> = ({ port, bind = "" }, report) => {
  if (!isUnixAddress(bind)) {
    isPort(port.number, within(report, "port", "number"));
    if (bind !== "") isIpAddress(bind, within(report, "bind"));
    return;
  }
  checkUnixAddress(bind, within(report, "bind"));
  if (port.number !== 0) report("FW0363", `must be 0 with a Unix domain socket, not ${port.number}`, "port", "number");
};

const hasFittingTls: Check<Server> = ({ port, tls }, report) => {
  if (isTlsProtocol(port.protocol)) {
    if (!tls) report("FW0341", `must be set with the protocol '${port.protocol}'`, "tls");
    return;
  }
  if (!tls) return;
  if (!isHttpProtocol(port.protocol)) report("FW0341", `must not be set with the protocol '${port.protocol}'`, "tls");
  else if (tls.mode && tls.mode !== "PASSTHROUGH" && tls.mode !== "AUTO_PASSTHROUGH") {
    report("FW0341", `must not be ${tls.mode} with the protocol '${port.protocol}'`, "tls", "mode");
  } else if (tls.serverCertificate || tls.privateKey || tls.caCertificates) {
    report("FW0341", `must not have certificates with the protocol '${port.protocol}'`, "tls");
  }
};

const redirectsHttp: Check<Server> = ({ port, tls }, report) => {
  if (tls?.httpsRedirect && !isHttpProtocol(port.protocol)) {
    report("FW0345", `should not be set with the protocol '${port.protocol}'`, "tls", "httpsRedirect");
  }
};

const hasHosts: Check<Server> = ({ hosts }, report) => {
  if (hosts.length === 0) report("FW0106", "must have at least one host", "hosts");
};

/** One port of a gateway, with the hosts that it serves. */
const server = obj(serverFields, { checks: [hasHosts, listensSomewhere, hasFittingTls, redirectsHttp] });

/** What a gateway asks for. */
const istioGatewaySpec = obj(
  {
    servers: opt(1, list(server), "Ports that the gateway listens on."),
    selector: opt(2, map(str()), "Labels of the proxies that act as the gateway, in all namespaces."),
  },
  { checks: [(spec, report) => checkServers(spec.servers ?? [], report)] },
);

function checkServers(servers: readonly Server[], report: Report): void {
  if (servers.length === 0) report("FW0103", "must have at least one server", "servers");
  const names = new Set<string>();
  servers.forEach(({ port }, i) => {
    if (names.has(port.name)) {
      report("FW0108", `must be unique among the servers: '${port.name}' stands twice`, "servers", i, "port", "name");
    }
    names.add(port.name);
  });
}

export interface IstioGatewaySpec extends Infer<typeof istioGatewaySpec> {}

/** Ports and hosts on which proxies at the edge of the mesh take traffic. */
export interface IstioGateway extends Resource {
  readonly spec: IstioGatewaySpec;
  readonly status?: IstioStatus;
}

export const istioGatewayKind = defineKind<IstioGateway>({
  ...networkingKind,
  kind: "Gateway",
  shortNames: ["gw"],
  versions: networkingVersions,
  doc: "Ports and hosts on which proxies at the edge of the mesh take traffic.",
  schema: objectNeedingSpec(istioGatewaySpec, "The proxies and their servers."),
  nameFault: (name) => (validDnsLabel(name) ? undefined : "must be up to 63 lower-case letters, digits and hyphens"),
  protobuf: { message: "istio.networking.v1alpha3.Gateway", of: "spec" },
  validate: rejectDryRun,
});
