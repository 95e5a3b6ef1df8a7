import { type KindCatalog, type Resource, tokenRequestKind } from "../../../api/index.ts";
import type { ResourceStore } from "../../../core/index.ts";
import { type Exchange, sendBody } from "../../exchange.ts";
import { readObject } from "../../object-body.ts";
import type { ResourceTarget } from "../../target.ts";
import { View } from "../../view.ts";
import type { Authenticator } from "../authenticator.ts";
import type { Rbac } from "../rbac/rbac.ts";
import type { ServiceAccountTokens } from "../service-account-tokens.ts";
import { reviewAccess, reviewOwnAccess, reviewRules } from "./access-reviews.ts";
import { requestToken } from "./token-requests.ts";
import { reviewSelf, reviewToken } from "./token-reviews.ts";

/** What answers are made from. */
export interface Security {
  readonly authenticator: Authenticator;
  readonly rbac: Rbac;
  readonly tokens: ServiceAccountTokens;
}

type Answer = (
  security: Security,
  exchange: Exchange,
  review: Resource,
  target: ResourceTarget,
  store: ResourceStore,
) => object | Promise<object>;

/** The status of each kind of review. */
const answers: { readonly [kind: string]: Answer } = {
  TokenReview: ({ authenticator }, _, review) => reviewToken(authenticator, review),
  TokenRequest: ({ tokens }, _, review, target, store) => requestToken(store, tokens, target, review),
  SelfSubjectReview: (_, { user }) => reviewSelf(user),
  SubjectAccessReview: ({ rbac }, _, review) => reviewAccess(rbac, review),
  LocalSubjectAccessReview: ({ rbac }, _, review) => reviewAccess(rbac, review),
  SelfSubjectAccessReview: ({ rbac }, { user }, review) => reviewOwnAccess(rbac, user, review),
  SelfSubjectRulesReview: ({ rbac }, { user }, review) => reviewRules(rbac, user, review),
};

/** The view of a request that is a review: of a kind of its own, or the subresource `token` of a ServiceAccount. */
export function reviewOf(kinds: KindCatalog, target: ResourceTarget): View | undefined {
  const { group, plural, name, subresource } = target;
  if (group === "" && plural === "serviceaccounts" && subresource === "token") {
    const { group: own, plural: requests, versions } = tokenRequestKind;
    return new View(kinds, { ...target, group: own, version: versions[0].name, plural: requests, subresource: "" });
  }
  const kind = kinds.findPlural(group, plural);
  if (!kind?.verbs?.includes("create") || name !== "" || !Object.hasOwn(answers, kind.kind)) return undefined;
  return new View(kinds, target);
}

/** Answers a review. Nothing is stored. */
export async function answerReview(
  security: Security,
  exchange: Exchange,
  view: View,
  store: ResourceStore,
): Promise<void> {
  const { value: body } = await readObject(exchange, view.kind);
  // Clients written in Go send the answer's place along, empty.
  const { resource } = view.admit({ ...view.matching(body), status: undefined });
  const status = await answers[view.kind.kind]?.(security, exchange, resource, view.target, store);
  await sendBody(exchange, 201, { ...resource, status });
}
