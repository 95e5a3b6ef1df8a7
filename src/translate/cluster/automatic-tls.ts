import { portEndpoints, type Service, type ServicePort } from "../../core/index.ts";
import { modeOfPort, type Policy, type PortPolicy } from "../../mesh/index.ts";
import type { OutboundView } from "../view.ts";

/** Whether mutual TLS is used without being asked for. */
export interface AutomaticTls {
  readonly automaticTls: boolean;
  /** The policies of the service's workloads that were asked. */
  readonly policies: readonly Policy[];
}

const never: AutomaticTls = { automaticTls: false, policies: [] };

/**
 * Whether clients use mutual TLS with a service's endpoints that speak it. Where connections go on to wherever they were
 * going, nothing tells Envoy of single endpoints: then it is used only if all of them speak it.
 */
export function automaticTls(
  view: OutboundView,
  service: Service,
  port: ServicePort,
  policy: PortPolicy,
): AutomaticTls {
  const { settings, mtlsOf } = view.scope;
  if (service.external || !settings.autoMtls || policy.tls) return never;
  const { mode, sources } = mtlsOf.ofNamespace(service.namespace);
  if (mode === "DISABLE") return { automaticTls: false, policies: sources };
  const passes = service.resolution === "passthrough" || policy.loadBalancer?.simple === "PASSTHROUGH";
  return passes ? ofEveryEndpoint(view, service, port) : { automaticTls: true, policies: sources };
}

function ofEveryEndpoint({ scope, registry }: OutboundView, service: Service, port: ServicePort): AutomaticTls {
  const endpoints = portEndpoints(registry.endpoints(service), service, port.number);
  const modes = endpoints.map((endpoint) => scope.mtlsOf.ofWorkload(endpoint));
  const speaks = endpoints.every(({ mutualTls, port: number }, i) => {
    const asked = modes[i];
    return mutualTls && asked !== undefined && modeOfPort(asked, number) !== "DISABLE";
  });
  return {
    automaticTls: endpoints.length > 0 && speaks,
    policies: [...new Set(modes.flatMap(({ sources }) => sources))],
  };
}
