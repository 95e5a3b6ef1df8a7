import { choice, intOrString, list, obj, opt, str } from "../schema/build.ts";
import { timestamp } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";

// JSON writes 64-bit integers as text, so both forms occur.
const generation = intOrString({ wire: "number" });

const istioCondition = obj({
  type: opt(1, str(), "What the condition is about, such as `Reconciled`."),
  status: opt(2, str(), "Whether it holds: `True`, `False` or `Unknown`."),
  lastProbeTime: opt(3, timestamp(), "When it was last looked at."),
  lastTransitionTime: opt(4, timestamp(), "When `status` last changed."),
  reason: opt(5, str(), "One CamelCase word saying why the status last changed."),
  message: opt(6, str(), "Sentence for people saying why the status last changed."),
  observedGeneration: opt(7, generation, "The `metadata.generation` that the condition was made from."),
});

const analysisMessage = obj({
  type: opt(
    1,
    obj({
      name: opt(1, str(), "Name of the sort of message."),
      code: opt(2, str(), "Stable code of the sort of message."),
    }),
    "Which sort of message it is.",
  ),
  level: opt(2, choice({ UNKNOWN: 0, ERROR: 3, WARNING: 8, INFO: 12 }), "How grave it is."),
  documentationUrl: opt(3, str(), "Where the message is explained."),
});

/** The status that all Istio kinds share. Members that other writers add are kept. */
export const istioStatus = obj(
  {
    conditions: opt(1, list(istioCondition), "What is known of the object's state."),
    validationMessages: opt(2, list(analysisMessage), "What analysis found about the object."),
    observedGeneration: opt(3, generation, "The `metadata.generation` that the status was made from."),
  },
  { open: true },
);

export interface IstioCondition extends Infer<typeof istioCondition> {}
export interface IstioStatus extends Infer<typeof istioStatus> {}
