import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";

const kinds = [
  kindRefs.service,
  kindRefs.serviceEntry,
  kindRefs.authorizationPolicy,
  kindRefs.kubeGateway,
  kindRefs.httpRoute,
  kindRefs.grpcRoute,
] as const;

/** Conditions that tell of a fault when they hold; of all others it is bad news that they do not. */
const faults = ["Conflicted", "OverlappingTLSConfig", "PartiallyInvalid"];

/** Passes on what the status of objects tells of faults. */
export const statusConditions: Analyzer = {
  name: "conditions.ConditionAnalyzer",
  doc: "The status of objects tells of no fault.",
  codes: ["IST0171"],
  run({ cluster, report }) {
    for (const object of kinds.flatMap((kind) => cluster.all(kind))) {
      const status = object.root.at("status");
      const holders = [status, ...status.at("parents").items()];
      for (const condition of holders.flatMap((holder) => holder.at("conditions").items())) {
        const type = condition.at("type").text;
        if (condition.at("status").text !== (faults.includes(type) ? "True" : "False")) continue;
        const why = [condition.at("reason").text, condition.at("message").text]
          .filter((part) => part !== "")
          .join(": ");
        report("IST0171", object, condition, `should not be ${condition.at("status").text} for ${type}: ${why}`);
      }
    }
  },
};
