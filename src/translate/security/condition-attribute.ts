import type { Permission, Principal } from "../../gen/envoy/config/rbac/v3.ts";
import * as caller from "./caller-attributes.ts";
import type { Attribute } from "./rbac-condition.ts";
import * as request from "./request-attributes.ts";

/** What a rule is read with, besides itself. */
export interface RuleContext {
  /** The policy's namespace. */
  readonly namespace: string;
  readonly trustDomains: readonly string[];
}

/** The attribute of a condition, on the side of a rule where it is compared. */
export interface ConditionAttribute {
  readonly permission?: Attribute<Permission>;
  readonly principal?: Attribute<Principal>;
}

/** An attribute that nobody knows has no value that could be read. */
export const unknownAttribute: Attribute<Principal> = { http: false, match: () => undefined };

/** What the key of a condition names. */
export function conditionAttribute(key: string, { namespace, trustDomains }: RuleContext): ConditionAttribute {
  switch (key) {
    case "source.ip":
      return { principal: caller.sourceIp };
    case "remote.ip":
      return { principal: caller.remoteIp };
    case "source.namespace":
      return { principal: caller.namespace };
    case "source.principal":
      return { principal: caller.principal(trustDomains) };
    case "source.serviceAccount":
      return { principal: caller.serviceAccount(namespace) };
    case "source.trustDomain":
      return { principal: caller.trustDomain };
    case "request.auth.principal":
      return { principal: caller.requestPrincipal };
    case "request.auth.audiences":
      return { principal: caller.claim(["aud"]) };
    case "request.auth.presenter":
      return { principal: caller.claim(["azp"]) };
    case "destination.ip":
      return { permission: request.destinationIp };
    case "destination.port":
      return { permission: request.destinationPort };
    case "connection.sni":
      return { permission: request.serverName };
    default:
      return bracketedAttribute(key);
  }
}

function bracketedAttribute(key: string): ConditionAttribute {
  const [, name = "", brackets = ""] = /^([^[]*)((?:\[[^\]]+\])+)$/.exec(key) ?? [];
  const inside = [...brackets.matchAll(/\[([^\]]+)\]/g)].map(([, each = ""]) => each);
  const [first = ""] = inside;
  if (name === "request.headers" && inside.length === 1 && isHeaderName(first))
    return { principal: caller.header(first) };
  if (name === "request.auth.claims" && inside.length > 0) return { principal: caller.claim(inside) };
  if (name.startsWith("experimental.envoy.filters.") && inside.length === 1) {
    return { permission: request.filterMetadata(name.slice("experimental.".length), first) };
  }
  return { principal: unknownAttribute };
}

/** What Envoy takes as the name of a header: one that it does not would make it refuse the whole listener. */
function isHeaderName(name: string): boolean {
  return /^[^\s\0]+$/.test(name);
}
