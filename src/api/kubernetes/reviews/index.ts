/**
 * Questions to the API in the form of objects: who somebody is, what they may do, and requests for tokens. They are
 * created, answered and forgotten: no store keeps them, and they are no part of the kinds that configuration is made of.
 */
import type { KindDefinition } from "../../kind.ts";
import { localSubjectAccessReviewKind, selfSubjectAccessReviewKind, subjectAccessReviewKind } from "./access-review.ts";
import { selfSubjectReviewKind } from "./self-subject-review.ts";
import { selfSubjectRulesReviewKind } from "./self-subject-rules-review.ts";
import { tokenRequestKind } from "./token-request.ts";
import { tokenReviewKind } from "./token-review.ts";

export type { AccessReview } from "./access-review.ts";
export type { SelfSubjectRulesReview } from "./self-subject-rules-review.ts";
export type { TokenRequest } from "./token-request.ts";
export { tokenRequestKind } from "./token-request.ts";
export type { TokenReview } from "./token-review.ts";
export type { UserInfo } from "./user-info.ts";

/** Kinds that are served beside those of the store. */
export const reviewKinds: readonly KindDefinition[] = [
  tokenReviewKind,
  tokenRequestKind,
  selfSubjectReviewKind,
  subjectAccessReviewKind,
  selfSubjectAccessReviewKind,
  localSubjectAccessReviewKind,
  selfSubjectRulesReviewKind,
];
