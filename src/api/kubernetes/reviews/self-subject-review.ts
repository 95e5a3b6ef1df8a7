import { defineKind } from "../../kind.ts";
import { obj, opt } from "../../schema/build.ts";
import { userInfo } from "./user-info.ts";

export const selfSubjectReviewKind = defineKind({
  group: "authentication.k8s.io",
  kind: "SelfSubjectReview",
  namespaced: false,
  versions: [{ name: "v1" }],
  verbs: ["create"],
  doc: "Asks who one is to the API; nothing is stored.",
  schema: obj({
    status: opt(2, obj({ userInfo: opt(1, userInfo, "Who asks.") }), "The answer."),
  }),
  statusSubresource: false,
  generation: false,
  protobuf: { message: "k8s.io.api.authentication.v1.SelfSubjectReview", of: "object" },
});
