import type { Random } from "../../src/base/testing/random.ts";
import { words } from "./generated-match.ts";
import { oneOf, perhaps, several } from "./random-choices.ts";

/** Issuers of tokens that policies know. */
export const issuers = ["https://one.example", "https://two.example"] as const;

/** The spec of an AuthorizationPolicy, but for whom it is for. */
export function generatedAuthorization(random: Random, hosts: readonly string[]): object {
  return { action: oneOf(random, ["ALLOW", "DENY", "DENY"]), rules: several(random, 1, 2, () => rule(random, hosts)) };
}

function rule(random: Random, hosts: readonly string[]): object {
  return {
    ...perhaps(random, 0.6, () => ({ from: several(random, 1, 2, () => ({ source: source(random) })) })),
    ...perhaps(random, 0.8, () => ({ to: several(random, 1, 2, () => ({ operation: operation(random, hosts) })) })),
    ...perhaps(random, 0.4, () => ({ when: [condition(random)] })),
  };
}

function source(random: Random): object {
  const principals = [`${issuers[0]}/me`, "*/me", `${issuers[1]}/*`, "*"];
  return oneOf(random, [
    { ipBlocks: ["127.0.0.0/8"] },
    { notIpBlocks: ["127.0.0.1"] },
    { remoteIpBlocks: ["192.0.2.0/24"] },
    { notRemoteIpBlocks: ["192.0.2.0/24"] },
    { requestPrincipals: [oneOf(random, principals)] },
    { notRequestPrincipals: [oneOf(random, principals)] },
    { principals: ["*"] },
    { notNamespaces: ["app"] },
  ]);
}

function operation(random: Random, hosts: readonly string[]): object {
  const path = () => oneOf(random, [...words.paths, "/a*", "*/x", "*", "/u/{*}", "/{**}"]);
  const all = {
    ...perhaps(random, 0.6, () => ({ paths: [path(), path()] })),
    ...perhaps(random, 0.2, () => ({ notPaths: [path()] })),
    ...perhaps(random, 0.3, () => ({ methods: [oneOf(random, words.methods)] })),
    ...perhaps(random, 0.2, () => ({ notMethods: [oneOf(random, words.methods)] })),
    ...perhaps(random, 0.3, () => ({ hosts: [oneOf(random, [...hosts, "*.com", "x.*", "*"])] })),
    ...perhaps(random, 0.1, () => ({ ports: ["80"] })),
  };
  return Object.keys(all).length > 0 ? all : { methods: ["GET"] };
}

function condition(random: Random): object {
  const values = [oneOf(random, [...words.values, "a*", "*b", "*"])];
  return oneOf(random, [
    { key: `request.headers[${oneOf(random, words.headers)}]`, values },
    { key: `request.headers[${oneOf(random, words.headers)}]`, notValues: values },
    { key: "source.ip", values: ["127.0.0.1"] },
    { key: "remote.ip", notValues: ["192.0.2.0/24"] },
    { key: "request.auth.claims[group]", values: [oneOf(random, ["admin", "user", "a*"])] },
    { key: "request.auth.audiences", values: ["aud"] },
  ]);
}

/** The spec of a RequestAuthentication, but for whom it is for. */
export function generatedAuthentication(random: Random, jwks: string): object {
  const places = oneOf(random, [{}, { fromHeaders: [{ name: "x-token", prefix: "T " }] }, { fromParams: ["token"] }]);
  const known = random.chance(0.5) ? [issuers[0]] : issuers;
  const audiences = oneOf(random, [{}, { audiences: ["aud", "other"] }]);
  return { jwtRules: known.map((issuer) => ({ issuer, jwks, ...audiences, ...places })) };
}
