import { defineKind, type KindDefinition } from "../../kind.ts";
import type { Report } from "../../problem.ts";
import type { Resource } from "../../resource.ts";
import { any, bool, list, map, obj, opt, req, str } from "../../schema/build.ts";
import type { Infer } from "../../schema/schema.ts";

const resourceAttributes = obj({
  namespace: opt(1, str(), "Namespace of the action; empty for all, or for objects without one."),
  verb: opt(2, str(), "What is to be done, such as 'get' or 'create'; '*' for everything."),
  group: opt(3, str(), "API group of the resource; '*' for all."),
  version: opt(4, str(), "API version of the resource; does not count."),
  resource: opt(5, str(), "The resource, such as 'pods'; '*' for all."),
  subresource: opt(6, str(), "The subresource, such as 'status'."),
  name: opt(7, str(), "Name of the object; empty for all."),
  fieldSelector: opt(8, any({ object: true }), "Narrows the request by fields; does not count."),
  labelSelector: opt(9, any({ object: true }), "Narrows the request by labels; does not count."),
});

const nonResourceAttributes = obj({
  path: opt(1, str(), "Path of the URL."),
  verb: opt(2, str(), "The method in lower case."),
});

const selfFields = {
  resourceAttributes: opt(1, resourceAttributes, "An action on a resource."),
  nonResourceAttributes: opt(2, nonResourceAttributes, "An action on a path that is no resource."),
};

const selfSpec = obj(selfFields);

const spec = obj({
  ...selfFields,
  user: opt(3, str(), "Name of the user."),
  groups: opt(4, list(str()), "Groups of the user."),
  extra: opt(0, map(list(str())), "More about the user."),
  uid: opt(6, str(), "Uid of the user."),
});

const status = obj({
  allowed: req(1, bool(), "Whether the action is allowed."),
  denied: opt(4, bool(), "Whether a rule stands against it."),
  reason: opt(2, str(), "Which rule allows it."),
  evaluationError: opt(3, str(), "What went wrong with the question."),
});

/** Asks whether somebody may do something. */
export interface AccessReview extends Resource {
  readonly spec: Infer<typeof spec>;
}

function checkSpec({ spec: asked }: AccessReview, report: Report): void {
  if ((asked.resourceAttributes === undefined) === (asked.nonResourceAttributes === undefined)) {
    report("FW0103", "must have either `resourceAttributes` or `nonResourceAttributes`", "spec");
  }
}

function checkSubject(review: AccessReview, report: Report): void {
  checkSpec(review, report);
  const { user, groups } = review.spec;
  if (!user && !groups?.length) report("FW0103", "must have a `user` or `groups`", "spec", "user");
}

function checkLocal(review: AccessReview, report: Report): void {
  checkSubject(review, report);
  const { resourceAttributes: asked } = review.spec;
  const { namespace } = review.metadata;
  if (asked && asked.namespace !== namespace) {
    report("FW0104", `must be '${namespace}', the request's own`, "spec", "resourceAttributes", "namespace");
  }
}

function accessReviewKind(
  kind: string,
  doc: string,
  of: typeof spec | typeof selfSpec,
  validate: (review: AccessReview, report: Report) => void,
): KindDefinition {
  return defineKind<AccessReview>({
    group: "authorization.k8s.io",
    kind,
    namespaced: kind.startsWith("Local"),
    versions: [{ name: "v1" }],
    verbs: ["create"],
    doc: `${doc}; nothing is stored.`,
    schema: obj({ spec: req(2, of, "What is asked."), status: opt(3, status, "The answer.") }),
    statusSubresource: false,
    generation: false,
    validate,
    protobuf: { message: `k8s.io.api.authorization.v1.${kind}`, of: "object" },
  });
}

export const subjectAccessReviewKind = accessReviewKind(
  "SubjectAccessReview",
  "Asks whether somebody may do something",
  spec,
  checkSubject,
);

export const selfSubjectAccessReviewKind = accessReviewKind(
  "SelfSubjectAccessReview",
  "Asks whether one may do something oneself",
  selfSpec,
  checkSpec,
);

export const localSubjectAccessReviewKind = accessReviewKind(
  "LocalSubjectAccessReview",
  "Asks whether somebody may do something in the request's own namespace",
  spec,
  checkLocal,
);
