import type { AuthorizationPolicySpec } from "../../api/index.ts";
import type { Permission, Principal, Policy as RbacPolicy } from "../../gen/envoy/config/rbac/v3.ts";
import * as caller from "./caller-attributes.ts";
import { conditionAttribute, type RuleContext, unknownAttribute } from "./condition-attribute.ts";
import { type Condition, matchAll, permissionSide, principalSide, type RuleUse } from "./rbac-condition.ts";
import * as request from "./request-attributes.ts";

type Rule = NonNullable<AuthorizationPolicySpec["rules"]>[number];
type From = NonNullable<Rule["from"]>[number];
type To = NonNullable<Rule["to"]>[number];

/** Something of a rule that no proxy can be told. */
export interface Unreadable {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A rule as lists of conditions: one of the permissions and one of the principals must match. */
export interface ReadRule {
  readonly permissions: readonly (readonly Condition<Permission>[])[];
  readonly principals: readonly (readonly Condition<Principal>[])[];
  /** Every condition of which the attribute or a value cannot be read. */
  readonly unreadable: readonly Unreadable[];
}

/** A rule without conditions of its own that nothing ever matches: what a policy without rules amounts to. */
export const neverMatching: RbacPolicy = {
  permissions: [permissionSide.not(permissionSide.any)],
  principals: [principalSide.not(principalSide.any)],
};

const unreadable: Condition<Principal> = { attribute: unknownAttribute, values: [""], notValues: [] };

/** A rule that is no rule: as one with a condition that nobody knows. */
export const unreadableRule: ReadRule = {
  permissions: [[]],
  principals: [[unreadable]],
  unreadable: [{ path: [], message: "must have the form of a rule" }],
};

/** Reads a rule once for all uses. */
export function readRule(rule: Rule, context: RuleContext): ReadRule {
  const when = (rule.when ?? []).map(({ key, values = [], notValues = [] }, i) => ({
    ...conditionAttribute(key, context),
    at: ["when", i],
    values,
    notValues,
  }));
  const asked = when.flatMap(({ permission: attribute, ...rest }) => (attribute ? [{ ...rest, attribute }] : []));
  const asking = when.flatMap(({ principal: attribute, ...rest }) => (attribute ? [{ ...rest, attribute }] : []));
  const sources = (rule.from ?? []).map((from, i) => [...sourceConditions(from, i, context), ...asking]);
  const operations = (rule.to ?? []).map((to, i) => [...operationConditions(to, i), ...asked]);
  const permissions = operations.length > 0 ? operations : [asked];
  const principals = sources.length > 0 ? sources : [asking];
  return { permissions, principals, unreadable: [...permissions, ...principals].flatMap((all) => unreadableOf(all)) };
}

/** The rule for Envoy; undefined if it allows something but cannot be told in full. */
export function buildRule({ permissions, principals }: ReadRule, use: RuleUse): RbacPolicy | undefined {
  const asked = permissions.map((conditions) => matchAll(permissionSide, conditions, use));
  const asking = principals.map((conditions) => matchAll(principalSide, conditions, use));
  const whole = [asked.filter((made) => made !== undefined), asking.filter((made) => made !== undefined)] as const;
  if (whole[0].length < asked.length || whole[1].length < asking.length) return undefined;
  return { permissions: whole[0], principals: whole[1] };
}

interface Placed<M> extends Condition<M> {
  readonly at: readonly (string | number)[];
}

function sourceConditions({ source = {} }: From, i: number, context: RuleContext): readonly Placed<Principal>[] {
  const at = (field: string) => ["from", i, "source", field];
  const { trustDomains, namespace } = context;
  return [
    placed(at("principals"), caller.principal(trustDomains), source.principals, source.notPrincipals),
    placed(at("requestPrincipals"), caller.requestPrincipal, source.requestPrincipals, source.notRequestPrincipals),
    placed(at("serviceAccounts"), caller.serviceAccount(namespace), source.serviceAccounts, source.notServiceAccounts),
    placed(at("namespaces"), caller.namespace, source.namespaces, source.notNamespaces),
    placed(at("trustDomains"), caller.trustDomain, source.trustDomains, source.notTrustDomains),
    placed(at("remoteIpBlocks"), caller.remoteIp, source.remoteIpBlocks, source.notRemoteIpBlocks),
    placed(at("ipBlocks"), caller.sourceIp, source.ipBlocks, source.notIpBlocks),
  ];
}

function operationConditions({ operation = {} }: To, i: number): readonly Placed<Permission>[] {
  const at = (field: string) => ["to", i, "operation", field];
  return [
    placed(at("hosts"), request.host, operation.hosts, operation.notHosts),
    placed(at("methods"), request.method, operation.methods, operation.notMethods),
    placed(at("paths"), request.path, operation.paths, operation.notPaths),
    placed(at("ports"), request.destinationPort, operation.ports, operation.notPorts),
  ];
}

function placed<M>(
  at: readonly (string | number)[],
  attribute: Condition<M>["attribute"],
  values: readonly string[] = [],
  notValues: readonly string[] = [],
): Placed<M> {
  return { at, attribute, values, notValues };
}

function unreadableOf<M>(conditions: readonly Placed<M>[]): readonly Unreadable[] {
  return conditions
    .filter(({ attribute, values, notValues }) =>
      [values, notValues].some((list) => list.length > 0 && attribute.match(list) === undefined),
    )
    .map(({ at, values, notValues }) => ({
      path: at,
      message: `must hold values that proxies understand, not '${[...values, ...notValues].join("', '")}'`,
    }));
}
