import type { PeerAuthentication } from "../../api/index.ts";
import type { Labels } from "../../base/labels.ts";
import { type MtlsModes, mtlsModesFor } from "./mtls-modes.ts";
import type { Workload } from "./policy.ts";
import type { PolicyIndex } from "./policy-index.ts";

/** What workloads take, looked up once for each: proxies ask of every endpoint of every service they call. */
export interface MtlsLookup {
  /** What the workloads of a namespace take that no narrower policy is for. */
  ofNamespace(namespace: string): MtlsModes;
  ofWorkload(workload: Workload): MtlsModes;
}

const known = new WeakMap<PolicyIndex<PeerAuthentication>, Map<string, MtlsLookup>>();

/** The lookup of an index; the same one each time, so that all proxies share its answers. */
export function mtlsLookup(index: PolicyIndex<PeerAuthentication>, rootNamespace: string): MtlsLookup {
  const lookups = known.get(index) ?? new Map<string, MtlsLookup>();
  known.set(index, lookups);
  const lookup = lookups.get(rootNamespace) ?? makeLookup(index, rootNamespace);
  lookups.set(rootNamespace, lookup);
  return lookup;
}

function makeLookup(index: PolicyIndex<PeerAuthentication>, rootNamespace: string): MtlsLookup {
  const namespaces = new Map<string, MtlsModes>();
  // A workload keeps one object of labels for all of its ports and services.
  const workloads = new WeakMap<Labels, { readonly namespace: string; readonly modes: MtlsModes }>();
  return {
    ofNamespace(namespace) {
      const modes = namespaces.get(namespace) ?? mtlsModesFor(index, { namespace, labels: {} }, rootNamespace);
      namespaces.set(namespace, modes);
      return modes;
    },
    ofWorkload({ namespace, labels }) {
      const last = workloads.get(labels);
      if (last?.namespace === namespace) return last.modes;
      const modes = mtlsModesFor(index, { namespace, labels }, rootNamespace);
      workloads.set(labels, { namespace, modes });
      return modes;
    },
  };
}
