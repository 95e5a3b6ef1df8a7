import type { LogScope } from "../base/log.ts";
import type { ResourceStore } from "../core/index.ts";
import { Environment } from "../mesh/index.ts";
import { dnsResolver } from "../registry/index.ts";
import type { Settings } from "../settings/index.ts";
import { countObjectChanges } from "./environment-metrics.ts";
import type { ServerMetrics } from "./metrics.ts";

interface EnvironmentGround {
  readonly store: ResourceStore;
  readonly metrics: Pick<ServerMetrics, "environment" | "xds">;
  readonly log: LogScope;
}

/** Opens the environment that the settings ask for. */
export function openEnvironment(settings: Settings, { store, metrics, log }: EnvironmentGround): Promise<Environment> {
  const { meshConfig, networks, rootNamespace, watchedNamespaces, domainSuffix, clusterId, gatewayNameRefresh } =
    settings;
  return Environment.open({
    store,
    ...(meshConfig !== undefined && { meshConfigFile: meshConfig }),
    ...(networks !== undefined && { networksFile: networks }),
    ...(rootNamespace !== undefined && { rootNamespace }),
    domainSuffix,
    clusterId,
    watchedNamespaces,
    workloadHealth: settings.workloadHealth,
    report: (problem) => {
      if ("key" in problem) {
        metrics.xds.rejectedConfigs.count(problem.key);
        const { key, cluster, message } = problem;
        log.warn("Object cannot be used", { ...(cluster && { cluster }), ...key, problem: message });
      } else log.error("Mesh settings cannot be used; those before stay", { ...problem });
    },
    taken: (changes) => countObjectChanges(metrics.environment, changes),
    gatewayNames: {
      resolve: dnsResolver(),
      refresh: gatewayNameRefresh,
      failed: (gateway, error) =>
        log.warn("Gateway's name cannot be resolved; addresses it had stay", { gateway, error }),
    },
    passedOver: (key) => log.debug("Nothing that is read changed; nothing is pushed", { ...key }),
    fault: (error) => log.warn("Store could not be read and is tried again", { error }),
  });
}
