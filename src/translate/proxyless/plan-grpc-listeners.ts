import type { Listener } from "../../gen/envoy/config/listener/v3.ts";
import { modeOfPort, type ProxyScope } from "../../mesh/index.ts";
import { virtualHostName } from "../names.ts";
import { type Plan, plan } from "../plan.ts";
import { securityPolicies } from "../security/security-policies.ts";
import type { View } from "../view.ts";
import { buildClientListener } from "./client-listener.ts";
import { callablePorts, findTarget } from "./find-target.ts";
import { parseListenerName, type ServerName, serverListener, type TargetName } from "./listener-name.ts";
import { buildServerListener, type ServerListenerKey } from "./server-listener.ts";

/** The listeners that a gRPC program asks for by name; without names, all that it could ask for under full names. */
export function planGrpcListeners(view: View, names: readonly string[]): readonly Plan<Listener>[] {
  const { scope } = view;
  const asked = names.length > 0 ? names : allNames(scope);
  return asked.flatMap((name) => {
    const parsed = parseListenerName(name);
    if (!parsed) return [];
    return parsed.kind === "server" ? [planServer(view, name, parsed)] : planClient(scope, name, parsed);
  });
}

function allNames({ sidecar, targets }: ProxyScope): readonly string[] {
  const called = sidecar.egress.flatMap(({ services }) =>
    services.flatMap((service) =>
      callablePorts(service).map(({ number }) => virtualHostName(service.hostname, number)),
    ),
  );
  const served = targets.map(({ targetPort }) => serverListener("0.0.0.0", targetPort));
  return [...new Set([...called, ...served])];
}

function planClient(scope: ProxyScope, name: string, parsed: TargetName): readonly Plan<Listener>[] {
  const target = findTarget(scope, parsed);
  if (!target) return [];
  const { hostname, origin } = target.service;
  return [plan(name, buildClientListener, { name, hostname, port: target.port.number, origin }, origin)];
}

/** The label by which a workload tells that it speaks the mesh's mutual TLS. */
const tlsModeLabel = "security.istio.io/tlsMode";

/** A server is answered on any port that it listens on: policies hold there too, whether or not a service leads to it. */
function planServer({ scope, keySetAt }: View, name: string, { address, port }: ServerName): Plan<Listener> {
  const { policies, labels, targets } = scope;
  const mode = modeOfPort(policies.mtls, port);
  const key: ServerListenerKey = {
    name,
    address,
    port,
    // A server cannot tell TLS from plain text: it takes what the clients of such a workload are told to send.
    mutualTls: mode === "STRICT" || (mode === "PERMISSIVE" && labels[tlsModeLabel] === "istio"),
    security: securityPolicies(scope, keySetAt),
    peerAuthentications: policies.mtls.sources,
    services: targets.filter(({ targetPort }) => targetPort === port).map(({ service }) => service.origin),
  };
  return plan(name, buildServerListener, key);
}
