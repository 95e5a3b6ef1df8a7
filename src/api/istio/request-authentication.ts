import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { list, obj, opt } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { rejectDryRun } from "./dry-run.ts";
import { objectWithOptionalSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { jwtRule } from "./jwt-rule.ts";
import { attachmentFields, isAttachedOnce } from "./policy-attachment.ts";

const requestAuthenticationSpec = obj(
  {
    ...attachmentFields({ targetRef: 3, targetRefs: 4 }),
    jwtRules: opt(
      2,
      list(jwtRule, { maxItems: 4096 }),
      "Tokens that are accepted. A request with a bad token is refused; one without passes unless a rule requires it.",
    ),
  },
  { checks: [isAttachedOnce] },
);

export interface RequestAuthenticationSpec extends Infer<typeof requestAuthenticationSpec> {}

/** Which tokens of end users a workload accepts. */
export interface RequestAuthentication extends Resource {
  readonly spec?: RequestAuthenticationSpec | undefined;
  readonly status?: IstioStatus | undefined;
}

export const requestAuthenticationKind = defineKind<RequestAuthentication>({
  group: "security.istio.io",
  kind: "RequestAuthentication",
  versions: [{ name: "v1" }, { name: "v1beta1" }],
  shortNames: ["ra"],
  categories: ["istio-io", "security-istio-io"],
  doc: "Says which tokens of end users a workload accepts.",
  schema: objectWithOptionalSpec(requestAuthenticationSpec, "Which workloads, and which tokens they accept."),
  protobuf: { message: "istio.security.v1beta1.RequestAuthentication", of: "spec" },
  validate: rejectDryRun,
});
