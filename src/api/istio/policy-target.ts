import { obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";

const sameNamespace: Check<string> = (namespace, report) => {
  if (namespace !== "") report("FW0303", `must be empty: a target in another namespace cannot be named`);
};

/** The object that a policy is attached to, in the policy's own namespace. */
export const policyTargetReference = obj({
  group: opt(
    1,
    str({ maxLength: 253, pattern: "^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$" }),
    "API group of the target; empty for Kubernetes' core group.",
  ),
  kind: req(
    2,
    str({ minLength: 1, maxLength: 63, pattern: "^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$" }),
    "Kind of the target, such as `Gateway` or `Service`.",
  ),
  name: req(3, str({ minLength: 1, maxLength: 253 }), "Name of the target."),
  namespace: opt(
    4,
    str({ checks: [sameNamespace] }),
    "Must be empty: the target is looked up in the policy's namespace.",
  ),
});

export interface PolicyTargetReference extends Infer<typeof policyTargetReference> {}
