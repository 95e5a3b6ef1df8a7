import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import { isLabelKey } from "../meta/label-selector.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { int32, obj, opt, ptr, str } from "../schema/build.ts";
import { kubeMicroTime } from "../schema/formats.ts";
import type { InferFields } from "../schema/schema.ts";

const leaseSpecFields = {
  holderIdentity: ptr(1, str(), "Who holds the lease; empty if nobody does."),
  leaseDurationSeconds: ptr(
    2,
    int32({ min: 1 }),
    "Seconds after `renewTime` for which others must wait before they take the lease.",
  ),
  acquireTime: ptr(3, kubeMicroTime(), "When the holder took the lease."),
  renewTime: ptr(4, kubeMicroTime(), "When the holder last said that it is alive."),
  leaseTransitions: ptr(5, int32({ min: 0 }), "How often the lease went from one holder to another."),
  strategy: ptr(
    6,
    str({ checks: [isLabelKey] }),
    "How a holder is chosen among several candidates, if by a third party.",
  ),
  preferredHolder: ptr(7, str(), "To whom the holder should yield; needs `strategy`."),
};

/** Who holds a lease, since when and for how long. */
export interface LeaseSpec extends InferFields<typeof leaseSpecFields> {}

/** A claim that one party holds for a time: the means by which replicas agree on a leader. */
export interface Lease extends Resource {
  readonly spec?: LeaseSpec | undefined;
}

function checkPreferredHolder(spec: LeaseSpec, report: Report): void {
  if (spec.preferredHolder && !spec.strategy)
    report("FW0112", "must be set together with `strategy`", "preferredHolder");
}

export const leaseKind = defineKind<Lease>({
  group: "coordination.k8s.io",
  kind: "Lease",
  versions: [{ name: "v1" }],
  doc: "A claim that one party holds for a time: the means by which replicas agree on a leader.",
  schema: obj({
    spec: opt(2, obj(leaseSpecFields, { checks: [checkPreferredHolder] }), "Who holds the lease, and for how long."),
  }),
  statusSubresource: false,
  generation: false,
  columns: [column("Holder", ".spec.holderIdentity", "Who holds the lease.")],
  protobuf: { message: "k8s.io.api.coordination.v1.Lease", of: "object" },
});
