import { timingSafeEqual } from "node:crypto";
import { FairwayError } from "../base/fault.ts";

/** Who sends a request. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
}

export const anonymous: User = { name: "system:anonymous", groups: ["system:unauthenticated"] };
export const administrator: User = { name: "fairway:admin", groups: ["system:masters", "system:authenticated"] };

/** What a request wants to do, in the terms of Kubernetes' RBAC. */
export type Attempt =
  | {
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      readonly namespace: string;
      readonly name: string;
    }
  | { readonly verb: string; readonly path: string };

/** Tells who a request comes from by its bearer token; undefined if the token is not known. */
export type Authenticate = (bearer: string) => User | undefined;

/** Whether a user may do something. */
export type Authorize = (user: User, attempt: Attempt) => boolean;

/** The administrator's token, and nobody else's. */
export function tokenAuthentication(adminToken: string): Authenticate {
  const wanted = Buffer.from(adminToken);
  return (bearer) => {
    const given = Buffer.from(bearer);
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? administrator : undefined;
  };
}

/** Administrators may do everything, others nothing. */
export const administratorsOnly: Authorize = (user) => user.groups.includes("system:masters");

/** The user behind an Authorization header; none sent is anonymous, a bad one is refused. */
export function identify(authorization: string | undefined, authenticate: Authenticate): User {
  if (authorization === undefined) return anonymous;
  const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  const user = token === undefined ? undefined : authenticate(token);
  if (!user)
    throw new FairwayError("Unauthorized", "the bearer token is not valid: use the kubeconfig in the data directory");
  return user;
}

/** Refuses what the user may not do, in kubectl's words. */
export function demand(user: User, attempt: Attempt, authorize: Authorize): void {
  if (authorize(user, attempt)) return;
  if (user === anonymous) throw new FairwayError("Unauthorized", "the request carries no credentials");
  const what =
    "path" in attempt
      ? `path "${attempt.path}"`
      : `resource "${attempt.resource}" in API group "${attempt.group}"${attempt.namespace && ` in the namespace "${attempt.namespace}"`}`;
  throw new FairwayError("Forbidden", `user "${user.name}" may not ${attempt.verb} ${what}`);
}
