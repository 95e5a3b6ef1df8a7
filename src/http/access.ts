import { FairwayError } from "../base/fault.ts";

/** Who sends a request. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
  /** Tells this user from another who had the name before. */
  readonly uid?: string;
  /** More that is known of the user, such as the pod that a token is bound to. */
  readonly extra?: { readonly [key: string]: readonly string[] };
}

export const authenticatedGroup = "system:authenticated";
/** Who is in it may do everything, whatever roles there are. */
export const mastersGroup = "system:masters";

export const anonymous: User = { name: "system:anonymous", groups: ["system:unauthenticated"] };
export const administrator: User = { name: "fairway:admin", groups: [mastersGroup, authenticatedGroup] };

/** An action on resources, in the terms of Kubernetes' RBAC. */
export interface ResourceAttempt {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** What a request wants to do. */
export type Attempt = ResourceAttempt | { readonly verb: string; readonly path: string };

/** Whether somebody may do something, and by which rule. */
export interface Decision {
  readonly allowed: boolean;
  /** Which rule allows it; empty if none does. */
  readonly reason: string;
}

/** Decides whether a user may do something. */
export type Authorize = (user: User, attempt: Attempt) => Decision | Promise<Decision>;

/** Administrators may do everything, others nothing. */
export const administratorsOnly = (user: User): Decision => {
  const allowed = user.groups.includes(mastersGroup);
  return { allowed, reason: allowed ? `the user is in the group ${mastersGroup}` : "" };
};

/** The token of an Authorization header; undefined if there is no header. Anything but a bearer token is refused. */
export function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined) throw badToken();
  return token;
}

/** What is said to who brings a token that is nobody's. */
export function badToken(): FairwayError {
  return new FairwayError(
    "Unauthorized",
    "the bearer token is not valid: use the kubeconfig in the data directory, or ask for a new token",
  );
}

/** Refuses what the user may not do, in the words that kubectl's users know. */
export async function demand(user: User, attempt: Attempt, authorize: Authorize): Promise<void> {
  if ((await authorize(user, attempt)).allowed) return;
  throw refusal(user, attempt);
}

/** The fault of who attempts what no rule allows. */
export function refusal(user: User, attempt: Attempt): FairwayError {
  if (user === anonymous) return new FairwayError("Unauthorized", "the request carries no credentials");
  const who = `User "${user.name}" cannot ${attempt.verb}`;
  if ("path" in attempt) return new FairwayError("Forbidden", `forbidden: ${who} path "${attempt.path}"`);
  const { group, namespace, name } = attempt;
  const resource = attempt.resource + (attempt.subresource && `/${attempt.subresource}`);
  const whole = attempt.resource + (group && `.${group}`) + (name && ` "${name}"`);
  const where = namespace === "" ? "at the cluster scope" : `in the namespace "${namespace}"`;
  const message = `${whole} is forbidden: ${who} resource "${resource}" in API group "${group}" ${where}`;
  return new FairwayError("Forbidden", message, { details: { group, kind: attempt.resource, name } });
}
