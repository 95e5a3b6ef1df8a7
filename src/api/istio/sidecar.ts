import { defineKind } from "../kind.ts";
import { within } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { choice, list, obj, opt } from "../schema/build.ts";
import type { Check, Infer, InferFields } from "../schema/schema.ts";
import { connectionPoolSettings } from "./connection-pool.ts";
import { destination } from "./destination.ts";
import { rejectDryRun } from "./dry-run.ts";
import { networkingKind, networkingVersions, objectNeedingSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { areDistinctEgresses, egressListener, warnOfRepeatedImports } from "./sidecar-egress.ts";
import { areDistinctIngresses, ingressListener } from "./sidecar-ingress.ts";
import { networkingWorkloadSelector, warnOfNoLabels } from "./workload-selector.ts";

/** What becomes of traffic to hosts that are not known. */
const outboundTrafficPolicy = obj(
  {
    mode: opt(
      1,
      choice({ REGISTRY_ONLY: 0, ALLOW_ANY: 1 }),
      "Whether traffic to unknown hosts is dropped or passed on. Default here: REGISTRY_ONLY.",
    ),
    egressProxy: opt(2, destination, "Service that such traffic is sent to, with ALLOW_ANY."),
  },
  {
    checks: [
      ({ mode, egressProxy }, report) => {
        if (!egressProxy) return;
        if (mode !== "ALLOW_ANY") return report("FW0367", "must not be set unless `mode` is ALLOW_ANY", "egressProxy");
        if (egressProxy.host.includes("*")) report("FW0205", "must not contain a wildcard", "egressProxy", "host");
        if (!egressProxy.port) report("FW0103", "must be set", "egressProxy", "port");
      },
    ],
  },
);

const fields = {
  workloadSelector: opt(
    1,
    networkingWorkloadSelector,
    "Workloads whose proxies are meant. Default: all of the namespace.",
  ),
  ingress: opt(
    2,
    list(ingressListener, { checks: [areDistinctIngresses] }),
    "Ports that the proxy takes traffic on for its workload. Default: those of the workload's services.",
  ),
  egress: opt(
    3,
    list(egressListener, { checks: [areDistinctEgresses] }),
    "Hosts that the workload can call. Default: those of the namespace's default sidecar, else all.",
  ),
  inboundConnectionPool: opt(7, connectionPoolSettings, "Limits on connections and requests to the workload."),
  outboundTrafficPolicy: opt(
    4,
    outboundTrafficPolicy,
    "What becomes of traffic to unknown hosts. Default: what the mesh says.",
  ),
};

/** What a sidecar asks for. */
export interface SidecarSpec extends InferFields<typeof fields> {}

const asksForSomething: Check<SidecarSpec> = (spec, report) => {
  if (spec.ingress?.length || spec.egress?.length || spec.outboundTrafficPolicy || spec.inboundConnectionPool) return;
  report(
    "FW0361",
    "must have at least one of `ingress`, `egress`, `outboundTrafficPolicy` and `inboundConnectionPool`",
  );
};

/** What a sidecar asks for. */
const sidecarSpec = obj(fields, { checks: [asksForSomething] });

export interface OutboundTrafficPolicy extends Infer<typeof outboundTrafficPolicy> {}

/** What the proxies beside workloads listen on, and which hosts they know. */
export interface Sidecar extends Resource {
  readonly spec: SidecarSpec;
  readonly status?: IstioStatus;
}

export const sidecarKind = defineKind<Sidecar>({
  ...networkingKind,
  kind: "Sidecar",
  versions: networkingVersions,
  doc: "What the proxies beside workloads listen on, and which hosts they know.",
  schema: objectNeedingSpec(sidecarSpec, "The proxies, their listeners and hosts."),
  protobuf: { message: "istio.networking.v1alpha3.Sidecar", of: "spec" },
  validate(resource, report) {
    rejectDryRun(resource, report);
    const { metadata, spec } = resource;
    warnOfNoLabels(spec.workloadSelector, within(report, "spec", "workloadSelector"));
    spec.egress?.forEach(({ hosts }, i) => {
      warnOfRepeatedImports(hosts, metadata.namespace, within(report, "spec", "egress", i, "hosts"));
    });
  },
});
