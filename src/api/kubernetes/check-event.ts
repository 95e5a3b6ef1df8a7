import type { Report } from "../problem.ts";

/** Namespaces in which events of cluster-wide objects may be kept. */
const clusterWide: ReadonlySet<string> = new Set(["", "default", "kube-system"]);

/** What an event says about places. */
export interface EventPlace {
  /** The event's own namespace. */
  readonly own: string | undefined;
  /** That of its object. */
  readonly ofObject: string | undefined;
  /** Events of the newer sort have a time, and may tell of objects elsewhere. */
  readonly timed: boolean;
}

/** An event lives where its object does; `field` is where the event names the object. */
export function checkEventNamespace(
  { own = "", ofObject = "", timed }: EventPlace,
  field: string,
  report: Report,
): void {
  const fits = ofObject === "" ? clusterWide.has(own) : timed || own === ofObject;
  if (!fits) report("FW0656", `must be the event's own namespace '${own}', not '${ofObject}'`, field, "namespace");
}
