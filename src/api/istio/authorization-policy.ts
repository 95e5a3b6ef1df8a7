import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { choice, list, obj, opt, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { findAttribute } from "./authorization-attribute.ts";
import { type AuthorizationRule, authorizationRule } from "./authorization-rule.ts";
import { checkDryRun } from "./dry-run.ts";
import { objectWithOptionalSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { attachmentFields, isAttachedOnce } from "./policy-attachment.ts";

interface ActionOf {
  readonly action?: "ALLOW" | "DENY" | "AUDIT" | "CUSTOM" | undefined;
  readonly provider?: { readonly name?: string | undefined } | undefined;
  readonly rules?: readonly AuthorizationRule[] | undefined;
}

/** The action, its provider and its rules fit together. */
function actionCanHappen({ action = "ALLOW", provider, rules = [] }: ActionOf, report: Report): void {
  if (action !== "CUSTOM" && provider) report("FW0402", `must not be set with the action '${action}'`, "provider");
  if (action === "CUSTOM" && !provider?.name)
    report("FW0401", "must be set with the action 'CUSTOM'", "provider", "name");
  if ((action === "CUSTOM" || action === "DENY") && rules.length === 0) {
    report("FW0403", `must not be empty with the action '${action}': nothing would match`, "rules");
  }
  rules.forEach((rule, i) => {
    const reportRule = within(report, "rules", i);
    if (action === "CUSTOM") isDecidedBeforeIdentity(rule, reportRule);
    if (action === "DENY") sparesTcp(rule, reportRule);
  });
}

const identityFields = [
  "principals",
  "notPrincipals",
  "requestPrincipals",
  "notRequestPrincipals",
  "namespaces",
  "notNamespaces",
  "serviceAccounts",
  "notServiceAccounts",
] as const;

/** CUSTOM is decided before peers and tokens are known. */
function isDecidedBeforeIdentity(rule: AuthorizationRule, report: Report): void {
  rule.from?.forEach(({ source }, i) => {
    for (const field of identityFields) {
      if (!source?.[field]?.length) continue;
      report("FW0411", "must not be set with the action 'CUSTOM'", "from", i, "source", field);
    }
  });
  rule.when?.forEach(({ key }, i) => {
    if (findAttribute(key)?.custom !== false) return;
    report("FW0411", `must not be '${key}' with the action 'CUSTOM'`, "when", i, "key");
  });
}

const httpSourceFields: ReadonlySet<string> = new Set(["requestPrincipals", "notRequestPrincipals"]);

/** Where a port carries no HTTP, only the rest of a DENY rule is left, and with no rest it denies everything. */
function sparesTcp(rule: AuthorizationRule, report: Report): void {
  const sources = (rule.from ?? []).flatMap(({ source }) => (source ? [source] : []));
  const operations = (rule.to ?? []).flatMap(({ operation }) => (operation ? [operation] : []));
  const seesTcp = sources.some((s) => Object.keys(s).some((field) => !httpSourceFields.has(field)));
  const onPorts = operations.some((o) => o.ports !== undefined || o.notPorts !== undefined);
  const harsh = operations.length > 0 ? !onPorts : sources.length > 0 && !seesTcp;
  if (harsh) report("FW0414", "should name ports: all traffic to ports that do not speak HTTP is denied");
}

const authorizationPolicySpec = obj(
  {
    ...attachmentFields({ targetRef: 5, targetRefs: 6 }),
    rules: opt(
      2,
      list(authorizationRule, { maxItems: 512 }),
      "Rules, one of which must match for the action to happen; without rules an ALLOW policy denies everything.",
    ),
    action: opt(
      3,
      choice({ ALLOW: 0, DENY: 1, AUDIT: 2, CUSTOM: 3 }),
      "What happens to a request that matches: `ALLOW` (the default), `DENY`, `AUDIT` or `CUSTOM`.",
    ),
    provider: opt(
      4,
      obj({ name: opt(1, str(), "Name of one of the mesh's extension providers.") }),
      "Who decides, with the action `CUSTOM` only.",
      { oneof: "action_detail" },
    ),
  },
  { checks: [isAttachedOnce, actionCanHappen] },
);

export interface AuthorizationPolicySpec extends Infer<typeof authorizationPolicySpec> {}

/** Who may ask a workload for what. */
export interface AuthorizationPolicy extends Resource {
  readonly spec?: AuthorizationPolicySpec | undefined;
  readonly status?: IstioStatus | undefined;
}

export const authorizationPolicyKind = defineKind<AuthorizationPolicy>({
  group: "security.istio.io",
  kind: "AuthorizationPolicy",
  versions: [{ name: "v1" }, { name: "v1beta1" }],
  shortNames: ["ap"],
  categories: ["istio-io", "security-istio-io"],
  doc: "Says who may ask a workload for what.",
  schema: objectWithOptionalSpec(
    authorizationPolicySpec,
    "Which requests to which workloads, and what happens to them.",
  ),
  columns: [column("Action", ".spec.action", "What happens to requests that match.")],
  protobuf: { message: "istio.security.v1beta1.AuthorizationPolicy", of: "spec" },
  validate: (policy, report) => checkDryRun(policy, policy.spec?.action ?? "ALLOW", report),
});
