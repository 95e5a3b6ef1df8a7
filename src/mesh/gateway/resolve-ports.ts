import { getOwn } from "../../base/json.ts";
import type { ServiceTarget } from "../../registry/index.ts";
import type { GatewayServer } from "./gateway-server.ts";

/** What merging needs to know of the proxy. */
export interface GatewayProxy {
  /** The services that lead to it, by which ports are translated. */
  readonly targets: readonly ServiceTarget[];
  /** It may not listen on ports below 1024. */
  readonly unprivileged: boolean;
}

/** Label of a Service whose target ports say nothing of where its gateways listen. */
const noTranslationLabel = "experimental.istio.io/disable-gateway-port-translation";

/**
 * Where a proxy listens for a server: on the target ports of the services that have its port, as clients call the
 * service; on the very port if no service has it.
 */
export function resolvePorts({ port }: GatewayServer, { targets, unprivileged }: GatewayProxy): readonly number[] {
  const translated = targets.filter(
    ({ service, port: { number } }) => number === port && getOwn(service.labels, noTranslationLabel) !== "true",
  );
  const ports = new Set(translated.map(({ targetPort }) => targetPort));
  const listening = ports.size === 0 ? [port] : [...ports];
  return unprivileged ? listening.filter((each) => each === 0 || each >= 1024) : listening;
}
