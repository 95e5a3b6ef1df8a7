import type { PeerAuthentication } from "../../api/index.ts";
import type { Labels } from "../../base/labels.ts";
import { isSuperset } from "../../base/labels.ts";
import { type ConfigProblem, configProblem } from "../config-problem.ts";
import type { Policy, Workload } from "./policy.ts";
import type { PolicyIndex } from "./policy-index.ts";

/** Whether a port takes plain text, mutual TLS, or both. */
export type MtlsMode = "DISABLE" | "PERMISSIVE" | "STRICT";

/** What a workload takes, with the exceptions of single ports, and the policies that say so. */
export interface MtlsModes {
  readonly mode: MtlsMode;
  readonly ports: ReadonlyMap<number, MtlsMode>;
  readonly sources: readonly Policy<PeerAuthentication>[];
}

type Mode = { readonly mode?: "UNSET" | MtlsMode | undefined } | undefined;

/**
 * What a workload takes: the narrowest policy decides, of equals the oldest; what it leaves open is inherited from the
 * namespace, then from the root namespace, and PERMISSIVE in the end. Ports are those of the workload.
 */
export function mtlsModesFor(
  index: PolicyIndex<PeerAuthentication>,
  { namespace, labels }: Workload,
  rootNamespace: string,
): MtlsModes {
  const general = namespaceSources(index, namespace, rootNamespace);
  const inherited = general.reduce((mode, policy) => over(policy.resource.spec?.mtls, mode), "PERMISSIVE" as MtlsMode);
  const own = workloadPolicy(index, namespace, labels) ?? workloadPolicy(index, rootNamespace, labels);
  const mode = over(own?.resource.spec?.mtls, inherited);
  const ports = Object.entries(own?.resource.spec?.portLevelMtls ?? {});
  return {
    mode,
    ports: new Map(ports.map(([port, mtls]) => [Number(port), over(mtls, mode)])),
    sources: own ? [...general, own] : general,
  };
}

/** The mode of one port of a workload. */
export function modeOfPort({ mode, ports }: MtlsModes, port: number): MtlsMode {
  return ports.get(port) ?? mode;
}

/** Policies for a whole namespace that an older one overrules. */
export function* peerAuthenticationProblems(index: PolicyIndex<PeerAuthentication>): Generator<ConfigProblem> {
  for (const policies of index.byNamespace.values()) {
    const [first, ...others] = policies.filter(({ selector }) => !selector);
    for (const { key } of others) {
      yield configProblem(key, "FW1107", ["spec"], `has no effect: '${first?.name}', which is older, decides`);
    }
  }
}

function over(mtls: Mode, inherited: MtlsMode): MtlsMode {
  return mtls?.mode === undefined || mtls.mode === "UNSET" ? inherited : mtls.mode;
}

function namespaceSources(
  index: PolicyIndex<PeerAuthentication>,
  namespace: string,
  rootNamespace: string,
): readonly Policy<PeerAuthentication>[] {
  return [...new Set([rootNamespace, namespace])].flatMap(
    (each) => index.byNamespace.get(each)?.find(({ selector }) => !selector) ?? [],
  );
}

function workloadPolicy(
  index: PolicyIndex<PeerAuthentication>,
  namespace: string,
  labels: Labels,
): Policy<PeerAuthentication> | undefined {
  const inside = index.byNamespace.get(namespace);
  return inside?.find(({ selector }) => selector !== undefined && isSuperset(labels, selector));
}
