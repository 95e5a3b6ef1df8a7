import { defineKind } from "../../kind.ts";
import type { Resource } from "../../resource.ts";
import { bool, list, obj, opt, req, str } from "../../schema/build.ts";
import type { Infer } from "../../schema/schema.ts";
import { userInfo } from "./user-info.ts";

const spec = obj({
  token: opt(1, str(), "The token."),
  audiences: opt(2, list(str()), "For whom the token must be: one of these; the API itself if absent."),
});

const status = obj({
  authenticated: opt(1, bool(), "Whether the token is good."),
  user: opt(2, userInfo, "Whose it is."),
  audiences: opt(4, list(str()), "Those of the asked audiences that the token is for."),
  error: opt(3, str(), "Why it is not good."),
});

/** Asks whose a token is. */
export interface TokenReview extends Resource {
  readonly spec: Infer<typeof spec>;
}

export const tokenReviewKind = defineKind<TokenReview>({
  group: "authentication.k8s.io",
  kind: "TokenReview",
  namespaced: false,
  versions: [{ name: "v1" }],
  verbs: ["create"],
  doc: "Asks whose a token is; nothing is stored.",
  schema: obj({
    spec: req(2, spec, "What is asked."),
    status: opt(3, status, "The answer."),
  }),
  statusSubresource: false,
  generation: false,
  protobuf: { message: "k8s.io.api.authentication.v1.TokenReview", of: "object" },
});
