import { isTime } from "../checks/text.ts";
import { choice, int64, obj, opt, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";

const conditionType =
  "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$";

/** One aspect of an object's state, in the form that all newer kinds share. */
export const condition = obj({
  type: req(1, str({ maxLength: 316, pattern: conditionType }), "Which aspect, such as 'Ready'; unique in the list."),
  status: req(2, choice(["True", "False", "Unknown"]), "Whether it holds: 'True', 'False' or 'Unknown'."),
  observedGeneration: opt(
    3,
    int64({ min: 0 }),
    "The `metadata.generation` this was judged by; older than the object's means out of date.",
  ),
  lastTransitionTime: req(
    4,
    str({ wire: "kube-time", format: "date-time", checks: [isTime] }),
    "When `status` last changed.",
  ),
  reason: req(
    5,
    str({ minLength: 1, maxLength: 1024, pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$" }),
    "One word for machines on why the status is as it is.",
  ),
  message: req(6, str({ maxLength: 32768 }), "A sentence for people; may be empty."),
});

export interface Condition extends Infer<typeof condition> {}
