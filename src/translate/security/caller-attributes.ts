import { escapeRegex } from "../../base/escape-regex.ts";
import type { Principal } from "../../gen/envoy/config/rbac/v3.ts";
import type { MetadataMatcher, StringMatcher, ValueMatcher } from "../../gen/envoy/type/matcher/v3.ts";
import { cidrRange } from "../cidr-range.ts";
import { jwtFilter, payloadKey } from "../jwt-names.ts";
import { type Attribute, principalSide } from "./rbac-condition.ts";
import { oneOf } from "./request-attributes.ts";
import { anyText, headerMatch, textMatch } from "./text-match.ts";
import { spellings } from "./trust-domains.ts";

/** Who asks: the attributes that principals compare. */

const scheme = "spiffe://";

/** Identities of certificates, in every spelling that the trust domains give them. */
export function principal(trustDomains: readonly string[]): Attribute<Principal> {
  const exactly = each(false, (value) => authenticated(identityMatch(value)));
  return { http: false, match: (values) => exactly.match(spellings(values, trustDomains)) };
}

export const namespace = each(false, (value) => authenticated({ safeRegex: { regex: `.*/ns/${wildcard(value)}/.*` } }));

/** Service accounts, as `<namespace>/<name>`, or `<name>` in the policy's own namespace. */
export function serviceAccount(ownNamespace: string): Attribute<Principal> {
  return each(false, (value) => {
    const [first = "", second, ...rest] = value.split("/");
    if (first === "" || second === "" || rest.length > 0) return undefined;
    const [inside, name] = second === undefined ? [ownNamespace, first] : [first, second];
    // An identity may carry more pairs of words between and after these two.
    const regex = `${scheme}.+/ns/${escapeRegex(inside)}/(.+/|)sa/${escapeRegex(name)}(/.+)?`;
    return authenticated({ safeRegex: { regex } });
  });
}

export const trustDomain = each(false, (value) => {
  if (!value.includes("*")) return authenticated({ prefix: `${scheme}${value}/` });
  return authenticated({ safeRegex: { regex: `${scheme}${escapeRegex(value).replaceAll("\\*", "[^/]*")}/.*` } });
});

export const sourceIp = each(false, (value) => {
  const range = cidrRange(value);
  return range && { directRemoteIp: range };
});

export const remoteIp = each(false, (value) => {
  const range = cidrRange(value);
  return range && { remoteIp: range };
});

/** A header of the request. */
export function header(name: string): Attribute<Principal> {
  return each(true, (value) => ({ header: headerMatch(name, value, textMatch) }));
}

/** Owners of tokens, as `<issuer>/<subject>`; the issuer may have slashes in it. */
export const requestPrincipal: Attribute<Principal> = {
  http: true,
  match(values) {
    const owners = values.map((value) => {
      const [issuer, subject] = ownerMatch(value);
      return principalSide.and([
        { metadata: payloadMatch(["iss"], { stringMatch: issuer }) },
        { metadata: payloadMatch(["sub"], { stringMatch: subject }) },
      ]);
    });
    const [only] = owners;
    return only && owners.length === 1 ? only : principalSide.or(owners);
  },
};

/** A claim of a token, by the path to it: a text, or a list with such a text. */
export function claim(path: readonly string[]): Attribute<Principal> {
  return {
    http: true,
    match(values) {
      const value = oneOf(values.map((each) => ({ stringMatch: textMatch(each) })));
      return { metadata: payloadMatch(path, { orMatch: { valueMatchers: [{ listMatch: { oneOf: value } }, value] } }) };
    },
  };
}

function each(http: boolean, one: (value: string) => Principal | undefined): Attribute<Principal> {
  return {
    http,
    match(values) {
      const made = values.map(one).filter((id) => id !== undefined);
      return made.length === values.length ? principalSide.or(made) : undefined;
    },
  };
}

function authenticated(principalName: StringMatcher): Principal {
  return { authenticated: { principalName } };
}

function identityMatch(value: string): StringMatcher {
  if (value === "*") return anyText;
  if (value.startsWith("*")) return { safeRegex: { regex: `${scheme}.*${escapeRegex(value.slice(1))}` } };
  return textMatch(`${scheme}${value}`);
}

/** A wildcard may stand anywhere in a namespace's name. */
function wildcard(value: string): string {
  return escapeRegex(value).replaceAll("\\*", ".*");
}

/** Issuer and subject. A wildcard at one end leaves the other end open only if there is no slash between. */
function ownerMatch(value: string): readonly [StringMatcher, StringMatcher] {
  const slash = value.lastIndexOf("/");
  if (slash >= 0) return [openAt("start", value.slice(0, slash), value), openAt("end", value.slice(slash + 1), value)];
  if (value === "*") return [anyText, anyText];
  if (value.startsWith("*")) return [anyText, textMatch(value)];
  if (value.endsWith("*")) return [textMatch(value), anyText];
  return [{ exact: value }, { exact: "" }];
}

/** One half of an owner: only the wildcard at its outer end is one, and the one at the start comes first. */
function openAt(end: "start" | "end", half: string, whole: string): StringMatcher {
  const open = end === "start" ? whole.startsWith("*") : whole.endsWith("*") && !whole.startsWith("*");
  return open ? textMatch(half) : { exact: half };
}

function payloadMatch(path: readonly string[], value: ValueMatcher): MetadataMatcher {
  return { filter: jwtFilter, path: [payloadKey, ...path].map((key) => ({ key })), value };
}
