import type { Report } from "../problem.ts";
import { choice, opt, req, str } from "../schema/build.ts";
import type { InferFields } from "../schema/schema.ts";
import { ingressBackend } from "./ingress-backend.ts";

/** The fields of one path of an Ingress rule. */
export const ingressPathFields = {
  path: opt(1, str(), "Absolute path that is compared with the request's."),
  pathType: req(
    3,
    choice(["Exact", "Prefix", "ImplementationSpecific"]),
    "How `path` is compared: as a whole, by its elements from the left, or as the controller likes.",
  ),
  backend: req(2, ingressBackend, "Where requests for the path go."),
};

const oddSequences = ["//", "/./", "/../", "%2f", "%2F"];
const oddEndings = ["/..", "/."];

/** Paths are absolute, and where they are compared as they are, they must not be open to two readings. */
export function checkIngressPath(value: InferFields<typeof ingressPathFields>, report: Report): void {
  const { path = "", pathType } = value;
  if (pathType === "ImplementationSpecific" && path === "") return;
  if (!path.startsWith("/")) return report("FW0660", `must be an absolute path, not '${path}'`, "path");
  if (pathType === "ImplementationSpecific") return;
  const odd =
    oddSequences.find((sequence) => path.includes(sequence)) ?? oddEndings.find((ending) => path.endsWith(ending));
  if (odd !== undefined) report("FW0660", `must not contain '${odd}' with the type '${pathType}'`, "path");
}
