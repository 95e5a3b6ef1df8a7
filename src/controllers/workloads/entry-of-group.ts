import {
  admit,
  formatPath,
  type KindCatalog,
  type OwnerReference,
  type WorkloadEntry,
  type WorkloadGroup,
} from "../../api/index.ts";
import { FairwayError } from "../../base/fault.ts";
import { isObject } from "../../base/json.ts";
import { formatLocality, type Proxy as MeshProxy } from "../../core/index.ts";
import type { ClaimedEntry } from "./claimed-entry.ts";
import { entryMarks } from "./entry-marks.ts";

/**
 * The WorkloadEntry of a proxy as its group has it: the template, over it the group's labels, over those the proxy's own,
 * and where the proxy says it is. It goes with the group. What would be no valid entry is a BadRequest fault.
 */
export function entryOfGroup(
  claim: ClaimedEntry,
  proxy: MeshProxy,
  group: WorkloadGroup,
  kinds: KindCatalog,
): WorkloadEntry {
  const { template, metadata } = group.spec;
  const labels = { ...template.labels, ...metadata?.labels, ...proxy.labels };
  const locality = formatLocality(proxy.locality);
  const entry: WorkloadEntry = {
    apiVersion: group.apiVersion,
    kind: "WorkloadEntry",
    metadata: {
      name: claim.name,
      namespace: claim.namespace,
      labels,
      annotations: {
        ...metadata?.annotations,
        ...(isProbed(proxy) && { [entryMarks.healthChecked]: "true" }),
        [entryMarks.group]: claim.group,
      },
      ownerReferences: [ownerOf(group)],
    },
    spec: {
      ...template,
      address: proxy.addresses[0] ?? "",
      labels,
      ...(proxy.network !== "" && { network: proxy.network }),
      ...(locality !== "" && { locality }),
    },
  };
  const { problems } = admit(kinds.get({ group: "networking.istio.io", kind: "WorkloadEntry" }), entry);
  const wrong = problems.find(({ severity }) => severity === "error");
  if (!wrong) return entry;
  const place = `${claim.namespace}/${claim.name}`;
  throw new FairwayError(
    "BadRequest",
    `no WorkloadEntry ${place} can be made: ${formatPath(wrong.path)} ${wrong.message}`,
  );
}

/** Whether the agent beside the proxy looks after the workload's health, and tells of it. */
function isProbed({ metadata }: MeshProxy): boolean {
  const config = metadata["PROXY_CONFIG"];
  return isObject(config) && isObject(config["readinessProbe"]);
}

function ownerOf({ apiVersion, kind, metadata: { name = "", uid = "" } }: WorkloadGroup): OwnerReference {
  return { apiVersion, kind, name, uid, controller: true };
}
