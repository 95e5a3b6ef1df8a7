import type { IncomingHttpHeaders } from "node:http";
import { FairwayError } from "../../base/fault.ts";
import { type Authorize, anonymous, authenticatedGroup, demand, type ResourceAttempt, type User } from "../access.ts";

const accountForm = /^system:serviceaccount:([^:]+):([^:]+)$/;
const extraPrefix = "impersonate-extra-";

/**
 * The user as whom a request is made: the one who sends it, or another whom its `Impersonate-…` headers name, if the
 * sender may impersonate that one.
 */
export function actingUser(user: User, headers: IncomingHttpHeaders, authorize: Authorize): User | Promise<User> {
  // A plain loop: each request goes through it.
  for (const header in headers) if (header.startsWith("impersonate-")) return impersonated(user, headers, authorize);
  return user;
}

async function impersonated(user: User, headers: IncomingHttpHeaders, authorize: Authorize): Promise<User> {
  const [name] = valuesOf(headers, "impersonate-user");
  const groups = valuesOf(headers, "impersonate-group");
  const extra = extraOf(headers);
  const [uid] = valuesOf(headers, "impersonate-uid");
  if (name === undefined) {
    if (groups.length === 0 && Object.keys(extra).length === 0 && uid === undefined) return user;
    throw new FairwayError("BadRequest", "who impersonates a group, a uid or more must name a user too");
  }
  const account = accountForm.exec(name);
  const wanted: ResourceAttempt[] = [
    account ? attempt("serviceaccounts", account[2] ?? "", account[1]) : attempt("users", name),
    ...groups.map((group) => attempt("groups", group)),
    ...(uid === undefined ? [] : [{ ...attempt("uids", uid), group: "authentication.k8s.io" }]),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => ({
        ...attempt("userextras", value),
        group: "authentication.k8s.io",
        subresource: key,
      })),
    ),
  ];
  for (const each of wanted) await demand(user, each, authorize);
  const own = account ? ["system:serviceaccounts", `system:serviceaccounts:${account[1]}`] : [];
  const known = name === anonymous.name ? [] : [authenticatedGroup];
  const all = groups.length > 0 ? groups : own;
  return { name, ...(uid !== undefined && { uid }), groups: [...new Set([...all, ...known])], extra };
}

function attempt(resource: string, name: string, namespace = ""): ResourceAttempt {
  return { verb: "impersonate", group: "", resource, subresource: "", namespace, name };
}

/** Node joins a header that was sent several times by commas, which groups can have none of in this form. */
function valuesOf(headers: IncomingHttpHeaders, name: string): string[] {
  const value = headers[name];
  const texts = Array.isArray(value) ? value : value === undefined ? [] : value.split(",");
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

function extraOf(headers: IncomingHttpHeaders): { readonly [key: string]: readonly string[] } {
  const found = Object.keys(headers).filter((name) => name.startsWith(extraPrefix));
  return Object.fromEntries(found.map((name) => [decoded(name.slice(extraPrefix.length)), valuesOf(headers, name)]));
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    throw new FairwayError("BadRequest", `the header ${extraPrefix}${key} has bad escapes`);
  }
}
