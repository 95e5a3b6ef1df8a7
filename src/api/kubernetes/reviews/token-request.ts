import { defineKind } from "../../kind.ts";
import type { Resource } from "../../resource.ts";
import { int64, list, obj, opt, req, str } from "../../schema/build.ts";
import { kubeTime } from "../../schema/formats.ts";
import type { Infer } from "../../schema/schema.ts";

const boundObject = obj({
  kind: opt(1, str(), "Kind of the object: 'Pod', 'Secret' or 'Node'."),
  apiVersion: opt(2, str(), "API version of the object."),
  name: opt(3, str(), "Name of the object."),
  uid: opt(4, str(), "Uid of the object; any if absent."),
});

const spec = obj({
  audiences: opt(1, list(str()), "For whom the token is; the API itself if absent."),
  expirationSeconds: opt(
    4,
    int64({ min: 600, max: 2 ** 32 }),
    "Seconds for which the token is good: 600 at the least, 3600 by default.",
    { default: 3600 },
  ),
  boundObjectRef: opt(3, boundObject, "The token ends with this object."),
});

const status = obj({
  token: req(1, str(), "The token."),
  expirationTimestamp: req(2, kubeTime(), "When it ends."),
});

/** Asks for a token of a ServiceAccount. */
export interface TokenRequest extends Resource {
  readonly spec: Infer<typeof spec>;
}

/** Served as the subresource `token` of ServiceAccounts, not under its own name. */
export const tokenRequestKind = defineKind<TokenRequest>({
  group: "authentication.k8s.io",
  kind: "TokenRequest",
  versions: [{ name: "v1" }],
  verbs: [],
  doc: "Asks for a token of a ServiceAccount; nothing is stored.",
  schema: obj({
    spec: req(2, spec, "What is asked.", { default: {} }),
    status: opt(3, status, "The answer."),
  }),
  statusSubresource: false,
  generation: false,
  protobuf: { message: "k8s.io.api.authentication.v1.TokenRequest", of: "object" },
});
