import type { Visibility } from "../../core/index.ts";
import { type AnalyzedObject, nameOf } from "../analyzed-object.ts";
import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import { visibilityOf } from "../known-services.ts";
import type { Part } from "../part.ts";
import { seenTogether } from "../seen-together.ts";

interface Claim {
  readonly entry: AnalyzedObject;
  readonly visibility: Visibility;
  readonly protocol: string;
  readonly at: Part;
}

/** Finds service entries that say different things about one port of one host. */
export const conflictingProtocols: Analyzer = {
  name: "serviceentry.ConflictingServiceEntryProtocolAnalyzer",
  doc: "Service entries of one host agree about the protocols of its ports.",
  codes: ["IST0177"],
  run({ cluster, report }) {
    const reported = new Set<AnalyzedObject>();
    for (const [key, claims] of claimsByPort(cluster.all(kindRefs.serviceEntry))) {
      for (const claim of claims) {
        const rivals = claims.filter(
          (other) => other.protocol !== claim.protocol && seenTogether(other.visibility, claim.visibility),
        );
        if (rivals.length === 0 || reported.has(claim.entry)) continue;
        reported.add(claim.entry);
        const others = rivals.map(({ entry, protocol }) => `${nameOf(entry)} (${protocol})`).join(", ");
        const message = `should be the same for ${key} everywhere: here it is ${claim.protocol}, elsewhere not: ${others}`;
        report("IST0177", claim.entry, claim.at, message);
      }
    }
  },
};

/** What is said of each `host:port`. */
function claimsByPort(entries: readonly AnalyzedObject[]): ReadonlyMap<string, readonly Claim[]> {
  const claims = new Map<string, Claim[]>();
  for (const entry of entries) {
    const spec = entry.root.at("spec");
    const visibility = visibilityOf(spec.at("exportTo").texts(), entry.namespace);
    for (const host of spec.at("hosts").texts()) {
      for (const port of spec.at("ports").items()) {
        const key = `${host}:${port.at("number").scalar}`;
        const at = port.at("protocol");
        const claim = { entry, visibility, protocol: at.text.toUpperCase(), at };
        claims.set(key, [...(claims.get(key) ?? []), claim]);
      }
    }
  }
  return claims;
}
