import type { Report } from "../problem.ts";

/** Namespaces in which events of cluster-wide objects may be kept. */
const clusterWide = new Set(["", "default", "kube-system"]);

/** An event lives in the namespace of its object; `field` is where the event names the object. */
export function checkEventNamespace(
  own: string | undefined = "",
  ofObject: string | undefined = "",
  field: string,
  report: Report,
): void {
  const fits = ofObject === "" ? clusterWide.has(own) : own === ofObject;
  if (!fits) report("FW0656", `must be the event's own namespace '${own}', not '${ofObject}'`, field, "namespace");
}
