import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { choice, map, obj, opt } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { rejectDryRun } from "./dry-run.ts";
import { objectWithOptionalSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { type WorkloadSelector, warnOfNoLabels, workloadSelector } from "./workload-selector.ts";

/** Whether a workload takes plain text, mutual TLS or both. */
export const mutualTls = obj({
  mode: opt(
    1,
    choice({ UNSET: 0, DISABLE: 1, PERMISSIVE: 2, STRICT: 3 }),
    "`STRICT` takes mutual TLS only, `PERMISSIVE` plain text too, `DISABLE` plain text only; `UNSET` inherits.",
  ),
});

function arePorts(byPort: { readonly [port: string]: unknown }, report: Report): void {
  for (const port of Object.keys(byPort)) {
    if (/^\d+$/.test(port) && Number(port) >= 1 && Number(port) <= 65535) continue;
    report("FW0203", `must have ports from 1 to 65535 as keys, not '${port}'`, port);
  }
}

interface PortsOf {
  readonly selector?: WorkloadSelector | undefined;
  readonly portLevelMtls?: unknown;
}

/** Ports mean something for known workloads only. */
function portsHaveWorkloads({ selector, portLevelMtls }: PortsOf, report: Report): void {
  const selects = Object.keys(selector?.matchLabels ?? {}).length > 0;
  if (portLevelMtls !== undefined && !selects) {
    report("FW0417", "must not be set without labels in `selector`", "portLevelMtls");
  } else warnOfNoLabels(selector, within(report, "selector"));
}

const peerAuthenticationSpec = obj(
  {
    selector: opt(
      1,
      workloadSelector,
      "Workloads the policy is for; absent: all of the namespace, and of the whole mesh in the root namespace.",
    ),
    mtls: opt(2, mutualTls, "What the workloads take; absent: inherited, and `PERMISSIVE` in the end."),
    portLevelMtls: opt(
      3,
      map(mutualTls, { minProperties: 1, checks: [arePorts] }),
      "Exceptions by the workload's port; needs a selector.",
    ),
  },
  { checks: [portsHaveWorkloads] },
);

export interface MutualTls extends Infer<typeof mutualTls> {}
export interface PeerAuthenticationSpec extends Infer<typeof peerAuthenticationSpec> {}

/** How workloads let peers prove who they are. */
export interface PeerAuthentication extends Resource {
  readonly spec?: PeerAuthenticationSpec | undefined;
  readonly status?: IstioStatus | undefined;
}

export const peerAuthenticationKind = defineKind<PeerAuthentication>({
  group: "security.istio.io",
  kind: "PeerAuthentication",
  versions: [{ name: "v1" }, { name: "v1beta1" }],
  shortNames: ["pa"],
  categories: ["istio-io", "security-istio-io"],
  doc: "Says whether workloads take mutual TLS, plain text or both.",
  schema: objectWithOptionalSpec(peerAuthenticationSpec, "Which workloads, and what they take."),
  columns: [column("Mode", ".spec.mtls.mode", "Whether mutual TLS is used.")],
  protobuf: { message: "istio.security.v1beta1.PeerAuthentication", of: "spec" },
  validate: rejectDryRun,
});
