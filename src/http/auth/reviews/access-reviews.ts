import type { AccessReview, Resource, SelfSubjectRulesReview } from "../../../api/index.ts";
import type { Attempt, User } from "../../access.ts";
import type { Rbac } from "../rbac/rbac.ts";

/** The status of a SubjectAccessReview or LocalSubjectAccessReview. */
export function reviewAccess(rbac: Rbac, review: Resource): Promise<object> {
  const { spec } = review as AccessReview;
  const { user = "", groups = [], uid, extra } = spec;
  return decide(rbac, { name: user, groups, ...(uid && { uid }), ...(extra && { extra }) }, review);
}

/** The status of a SelfSubjectAccessReview. */
export function reviewOwnAccess(rbac: Rbac, user: User, review: Resource): Promise<object> {
  return decide(rbac, user, review);
}

/** The status of a SelfSubjectRulesReview. */
export async function reviewRules(rbac: Rbac, user: User, review: Resource): Promise<object> {
  const { spec } = review as SelfSubjectRulesReview;
  const rules = await rbac.rulesFor(user, spec.namespace ?? "");
  return {
    resourceRules: rules
      .filter((rule) => rule.resources?.length)
      .map(({ verbs, apiGroups, resources, resourceNames }) => ({ verbs, apiGroups, resources, resourceNames })),
    nonResourceRules: rules
      .filter((rule) => rule.nonResourceURLs?.length)
      .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
    incomplete: false,
  };
}

async function decide(rbac: Rbac, user: User, review: Resource): Promise<object> {
  const { allowed, reason } = await rbac.authorize(user, attemptOf((review as AccessReview).spec));
  return { allowed, ...(reason && { reason }) };
}

function attemptOf({ resourceAttributes: asked, nonResourceAttributes: path }: AccessReview["spec"]): Attempt {
  if (!asked) return { verb: path?.verb ?? "", path: path?.path ?? "" };
  const { verb = "", group = "", resource = "", subresource = "", namespace = "", name = "" } = asked;
  return { verb, group, resource, subresource, namespace, name };
}
