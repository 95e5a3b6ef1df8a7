import type {
  JwtAuthentication,
  JwtProvider,
  JwtRequirement,
} from "../gen/envoy/extensions/filters/http/jwt_authn/v3.ts";
import type { HttpRequest } from "./http-request.ts";
import { claimsOf, tokensOf } from "./jwt-token.ts";
import { matchesRoute, type RouteInput } from "./route-match.ts";
import { matchesString } from "./string-match.ts";

/** Whether a request shows the tokens that are asked for. Signatures and times are not checked: they count as good. */
export interface JwtVerdict {
  readonly allowed: boolean;
  /** Of the answer if it is not allowed: 401, or 403 for a token meant for others. */
  readonly status: number;
  readonly text: string;
  /** What the filter says of the tokens it accepted, for filters after it. */
  readonly metadata: { readonly [key: string]: unknown };
}

/** What one requirement comes to; `foreign`: the token is of an issuer that it does not speak of. */
type Check =
  | { readonly kind: "accepted"; readonly metadata: JwtVerdict["metadata"]; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly status: number; readonly text: string; readonly foreign?: boolean };

const nothingAsked: JwtVerdict = { allowed: true, status: 200, text: "asks for no token here", metadata: {} };

/** The verdict of the JWT filter: the first rule that matches the request says what is required. */
export function jwtVerdict(config: JwtAuthentication, input: RouteInput): JwtVerdict {
  const rule = config.rules?.find(({ match = {} }) => matchesRoute(match, input) === true);
  const requires = rule?.requires ?? config.requirementMap?.[rule?.requirementName ?? ""];
  if (requires === undefined) return nothingAsked;
  const check = checkRequirement(requires, config.providers ?? {}, input.request);
  switch (check.kind) {
    case "accepted":
      return { allowed: true, status: 200, text: check.text, metadata: check.metadata };
    case "missing":
      return { allowed: false, status: 401, text: "requires a token, and the request has none", metadata: {} };
    case "failed":
      return { allowed: false, status: check.status, text: check.text, metadata: {} };
  }
}

type Providers = { readonly [name: string]: JwtProvider };

function checkRequirement(requirement: JwtRequirement, providers: Providers, request: HttpRequest): Check {
  const all = Object.entries(providers);
  const each = (one: JwtRequirement) => checkRequirement(one, providers, request);
  if (requirement.requiresAny) return checkAny(requirement.requiresAny.requirements ?? [], each);
  if (requirement.requiresAll) return allAccepted((requirement.requiresAll.requirements ?? []).map(each));
  if (requirement.allowMissing ?? requirement.allowMissingOrFailed) {
    const check = firstAccepted(all.map(([name, provider]) => checkProvider(name, provider, [], request)));
    if (check.kind === "accepted") return check;
    return excuse(check, requirement.allowMissingOrFailed !== undefined);
  }
  const { providerAndAudiences } = requirement;
  const name = requirement.providerName ?? providerAndAudiences?.providerName ?? "";
  return checkProvider(name, providers[name] ?? {}, providerAndAudiences?.audiences ?? [], request);
}

/** Among several, being allowed to have no token is no requirement of its own, but counts when all others found none. */
function checkAny(requirements: readonly JwtRequirement[], each: (one: JwtRequirement) => Check): Check {
  const failing = requirements.find(({ allowMissingOrFailed }) => allowMissingOrFailed);
  const missing = requirements.find(({ allowMissing }) => allowMissing);
  const others = requirements.filter(
    ({ allowMissing, allowMissingOrFailed }) => !allowMissing && !allowMissingOrFailed,
  );
  const lenient = failing ?? missing;
  if (others.length === 0 && lenient) return each(lenient);
  const check = firstAccepted(others.map(each));
  return lenient && check.kind !== "accepted" ? excuse(check, failing !== undefined) : check;
}

function excuse(check: Check, alsoFailed: boolean): Check {
  if (check.kind !== "missing" && !alsoFailed) return check;
  return { kind: "accepted", metadata: {}, text: "finds no token it knows, which is allowed" };
}

function checkProvider(name: string, provider: JwtProvider, audiences: readonly string[], request: HttpRequest): Check {
  const checks = tokensOf(provider, request).map((token) => checkToken(name, provider, audiences, token));
  return checks.length === 0 ? { kind: "missing" } : allAccepted(checks);
}

function checkToken(name: string, provider: JwtProvider, audiences: readonly string[], token: string): Check {
  const failed = (status: number, text: string): Check => ({ kind: "failed", status, text });
  const claims = claimsOf(token);
  if (claims === undefined) return failed(401, "finds something that is not a token");
  const { iss, sub, aud } = claims;
  if (provider.issuer && iss !== provider.issuer) {
    return { kind: "failed", status: 401, text: `knows no issuer ${String(iss)}`, foreign: true };
  }
  if (provider.subjects && matchesString(provider.subjects, String(sub ?? "")) === false) {
    return failed(401, `does not accept the subject ${String(sub)}`);
  }
  const wanted = audiences.length > 0 ? audiences : (provider.audiences ?? []);
  const meant = (Array.isArray(aud) ? aud : [aud]).map(String);
  if (wanted.length > 0 && !wanted.some((each) => meant.includes(each))) {
    return failed(403, `does not accept a token for ${meant.join(", ")}`);
  }
  const metadata = provider.payloadInMetadata ? { [provider.payloadInMetadata]: claims } : {};
  const text = `accepts a token of ${String(iss)} for ${name}, if its signature and time are good`;
  return { kind: "accepted", metadata, text };
}

/** Accepted if one is; else the last that failed for more than its issuer, then any that failed, then none was there. */
function firstAccepted(checks: readonly Check[]): Check {
  return (
    checks.find(({ kind }) => kind === "accepted") ??
    checks.findLast((check) => check.kind === "failed" && !check.foreign) ??
    checks.find(({ kind }) => kind === "failed") ?? { kind: "missing" }
  );
}

function allAccepted(checks: readonly Check[]): Check {
  const wrong = checks.find(({ kind }) => kind !== "accepted");
  if (wrong !== undefined) return wrong;
  const accepted = checks.filter((check) => check.kind === "accepted");
  return {
    kind: "accepted",
    metadata: Object.assign({}, ...accepted.map(({ metadata }) => metadata)),
    text: accepted.map(({ text }) => text).join("; "),
  };
}
