import { defineKind } from "../../kind.ts";
import type { Resource } from "../../resource.ts";
import { bool, list, obj, opt, req, str } from "../../schema/build.ts";
import type { Infer } from "../../schema/schema.ts";

const spec = obj({ namespace: opt(1, str(), "The namespace that is asked about.") });

const resourceRule = obj({
  verbs: req(1, list(str()), "What may be done; '*' for everything."),
  apiGroups: opt(2, list(str()), "API groups of the resources; '*' for all."),
  resources: opt(3, list(str()), "The resources; '*' for all."),
  resourceNames: opt(4, list(str()), "Names of single objects; all if absent."),
});

const nonResourceRule = obj({
  verbs: req(1, list(str()), "Methods in lower case; '*' for all."),
  nonResourceURLs: opt(2, list(str()), "Paths; '*' at the end for all that begin so."),
});

const status = obj({
  resourceRules: req(1, list(resourceRule), "What may be done to which resources."),
  nonResourceRules: req(2, list(nonResourceRule), "What may be done to which paths."),
  incomplete: req(3, bool(), "Whether there may be more."),
  evaluationError: opt(4, str(), "What went wrong with the question."),
});

/** Asks what one may do in a namespace. */
export interface SelfSubjectRulesReview extends Resource {
  readonly spec: Infer<typeof spec>;
}

export const selfSubjectRulesReviewKind = defineKind<SelfSubjectRulesReview>({
  group: "authorization.k8s.io",
  kind: "SelfSubjectRulesReview",
  namespaced: false,
  versions: [{ name: "v1" }],
  verbs: ["create"],
  doc: "Asks what one may do in a namespace; nothing is stored.",
  schema: obj({ spec: req(2, spec, "What is asked."), status: opt(3, status, "The answer.") }),
  statusSubresource: false,
  generation: false,
  validate({ spec: { namespace } }, report) {
    if (!namespace) report("FW0103", "must be set", "spec", "namespace");
  },
  protobuf: { message: "k8s.io.api.authorization.v1.SelfSubjectRulesReview", of: "object" },
});
