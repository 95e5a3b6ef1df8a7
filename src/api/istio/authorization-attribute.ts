import { isIpOrCidr } from "../checks/address.ts";
import type { Check } from "../schema/schema.ts";
import { isMatchText, isPortText, isServiceAccountText } from "./match-text.ts";

/** An attribute of a request that conditions can name. */
export interface AuthorizationAttribute {
  /** The whole key, or its beginning where `bracketed`. */
  readonly name: string;
  /** The key goes on with a name in brackets: `request.headers[x-version]`. */
  readonly bracketed: boolean;
  /** What its values must be. */
  readonly isValue: Check<string>;
  /** The CUSTOM action can match on it. */
  readonly custom: boolean;
}

const attribute = (name: string, isValue: Check<string>, custom: boolean): AuthorizationAttribute => ({
  name,
  bracketed: false,
  isValue,
  custom,
});

const bracketed = (name: string, custom: boolean): AuthorizationAttribute => ({
  name,
  bracketed: true,
  isValue: isMatchText,
  custom,
});

/** All attributes that conditions can name. */
export const authorizationAttributes: readonly AuthorizationAttribute[] = [
  bracketed("request.headers", true),
  attribute("source.ip", isIpOrCidr, true),
  attribute("remote.ip", isIpOrCidr, true),
  attribute("source.namespace", isMatchText, false),
  attribute("source.principal", isMatchText, false),
  attribute("source.serviceAccount", isServiceAccountText, false),
  attribute("source.trustDomain", isMatchText, true),
  attribute("request.auth.principal", isMatchText, false),
  attribute("request.auth.audiences", isMatchText, false),
  attribute("request.auth.presenter", isMatchText, false),
  bracketed("request.auth.claims", false),
  attribute("destination.ip", isIpOrCidr, true),
  attribute("destination.port", isPortText, true),
  attribute("connection.sni", isMatchText, true),
  bracketed("experimental.envoy.filters.", true),
];

/** The attribute that a condition's key names, whether or not its brackets are well-formed. */
export function findAttribute(key: string): AuthorizationAttribute | undefined {
  return authorizationAttributes.find((a) => (a.bracketed ? key.startsWith(a.name) : key === a.name));
}

const replaced: readonly (readonly [RegExp, string])[] = [
  [/^destination\.namespace$/, "the policy's own namespace decides"],
  [/^destination\.labels/, "use the policy's `selector`"],
  [/^destination\.(name|user)$/, "use the policy's `selector`"],
];

/** A condition's key: a known attribute, with a name in brackets where it needs one. */
export const isAttributeKey: Check<string> = (key, report) => {
  const found = findAttribute(key);
  if (found) {
    if (found.bracketed && !/\[.+\]$/.test(key)) report("FW0406", `must end with a name in brackets, not '${key}'`);
    return;
  }
  const instead = replaced.find(([form]) => form.test(key))?.[1];
  if (instead !== undefined) report("FW0405", `must not be '${key}': ${instead}`);
  else report("FW0405", `must be an attribute such as ${sample}, not '${key}'`);
};

const sample = authorizationAttributes.map((a) => `'${a.name}${a.bracketed ? "[…]" : ""}'`).join(", ");
