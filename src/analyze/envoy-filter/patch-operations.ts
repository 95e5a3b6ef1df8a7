import type { AnalyzedObject } from "../analyzed-object.ts";
import type { Analyzer, ReportFinding } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import type { Part } from "../part.ts";

/** What ADD and REMOVE do nothing to. */
const fixedParts = ["ROUTE_CONFIGURATION", "HTTP_ROUTE"];
const replaceable = ["HTTP_FILTER", "NETWORK_FILTER", "LISTENER_FILTER", "VIRTUAL_HOST"];

/** Operations that only work if what they refer to is there already. */
const relative = ["INSERT_BEFORE", "INSERT_AFTER", "REMOVE", "REPLACE"];

/** Finds patches that do nothing, or only by luck. */
export const patchOperations: Analyzer = {
  name: "envoyfilter.EnvoyPatchAnalyzer",
  doc: "Patches of Envoy filters take effect, in whatever order they are applied.",
  codes: ["IST0151", "IST0152", "IST0153", "IST0154", "IST0155"],
  run({ cluster, report }) {
    const pinned = new Set<string>();
    for (const filter of cluster.all(kindRefs.envoyFilter)) {
      for (const patch of filter.root.at("spec", "configPatches").items()) {
        const name = nameOf(patch);
        checkPatch(filter, patch, pinned.has(name), report);
        const version = patch.at("match", "proxy", "proxyVersion").text;
        if (version !== "" && name !== "") pinned.add(name);
      }
    }
  },
};

/** What the patch adds, or what it refers to. */
function nameOf(patch: Part): string {
  const named = patch.at("patch", "value", "name").text;
  return named || patch.at("match", "listener", "filterChain", "filter", "name").text;
}

/** `pinned`: an earlier patch for some versions of proxies only has the same name. */
function checkPatch(filter: AnalyzedObject, patch: Part, pinned: boolean, report: ReportFinding): void {
  const operation = patch.at("patch", "operation");
  const applyTo = patch.at("applyTo").text;
  if (operation.text === "ADD" && fixedParts.includes(applyTo)) {
    report("IST0153", filter, operation, `must not be ADD for ${applyTo}, where it is ignored`);
  } else if (operation.text === "REMOVE" && fixedParts.includes(applyTo)) {
    report("IST0154", filter, operation, `must not be REMOVE for ${applyTo}, where it is ignored`);
  } else if (operation.text === "REPLACE" && !replaceable.includes(applyTo)) {
    report(
      "IST0152",
      filter,
      operation,
      `must not be REPLACE for ${applyTo}: only filters and virtual hosts can be replaced`,
    );
  } else if (relative.includes(operation.text) && !filter.root.at("spec", "priority").number) {
    if (!pinned) {
      const why = "the patch is lost where what it refers to comes later";
      report("IST0151", filter, operation, `should come with \`priority\`, or be ADD or INSERT_FIRST: ${why}`);
    } else {
      const why = "it shares its name with a patch for some proxy versions, and is lost on others";
      report("IST0155", filter, operation, `should come with \`priority\`, or be ADD or INSERT_FIRST: ${why}`);
    }
  }
}
