import { meshGateway } from "../../api/index.ts";
import type { Visibility } from "../../core/index.ts";
import { hostsOverlap } from "../../mesh/index.ts";
import { type AnalyzedObject, nameOf } from "../analyzed-object.ts";
import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import { fullHost, visibilityOf } from "../known-services.ts";
import type { Part } from "../part.ts";
import { seenTogether } from "../seen-together.ts";

interface Claim {
  readonly owner: AnalyzedObject;
  readonly at: Part;
  readonly host: string;
  readonly visibility: Visibility;
}

/** Finds virtual services of the mesh that claim a host which others claim for the same sidecars. */
export const conflictingMeshHosts: Analyzer = {
  name: "virtualservice.ConflictingMeshGatewayHostsAnalyzer",
  doc: "No two virtual services claim a host for the same sidecars.",
  codes: ["IST0109"],
  run({ cluster, report }) {
    const claims = cluster.all(kindRefs.virtualService).filter(isForMesh).flatMap(claimsOf);
    const byHost = Map.groupBy(claims, ({ host }) => host);
    const everywhere = claims.filter(({ visibility }) => visibility === "all");
    const somewhere = claims.filter(({ visibility }) => visibility !== "all");
    const reported = new Set<AnalyzedObject>();
    for (const claim of claims) {
      // Of a host for some namespaces and one for all of them, the wildcard counts for either.
      const unlike = claim.visibility === "all" ? somewhere : everywhere;
      const overlapping = unlike.filter(({ host }) => hostsOverlap(host, claim.host));
      const candidates = [...(byHost.get(claim.host) ?? []), ...overlapping];
      const rivals = candidates.filter(
        (other) => other.owner !== claim.owner && seenTogether(other.visibility, claim.visibility),
      );
      if (rivals.length === 0 || reported.has(claim.owner)) continue;
      reported.add(claim.owner);
      const others = [...new Set(rivals.map(({ owner }) => nameOf(owner)))].sort().join(", ");
      const message = `must be claimed by one virtual service: '${claim.host}' is also in ${others}; merge them`;
      report("IST0109", claim.owner, claim.at, message);
    }
  },
};

/** A virtual service without gateways is for the sidecars. */
function isForMesh({ root }: AnalyzedObject): boolean {
  const gateways = root.at("spec", "gateways").texts();
  return gateways.length === 0 || gateways.includes(meshGateway);
}

function claimsOf(owner: AnalyzedObject): readonly Claim[] {
  const visibility = visibilityOf(owner.root.at("spec", "exportTo").texts(), owner.namespace);
  return owner.root
    .at("spec", "hosts")
    .items()
    .filter((at) => at.text !== "")
    .map((at) => ({ owner, at, host: fullHost(at.text, owner.namespace), visibility }));
}
