import type { LogScope } from "../base/log.ts";
import type { Attempt, User } from "./access.ts";

/** What is known of a request when it is over. */
export interface AuditRecord {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** As whom it was made; undefined if nobody could be told. */
  readonly user: User | undefined;
  /** Who sent it, where that is another. */
  readonly sender: User | undefined;
  /** Undefined if it was refused before that was clear. */
  readonly attempt: Attempt | undefined;
  readonly from: string;
  readonly agent: string;
  /** Of HTTP; 0 if the client left without an answer. */
  readonly code: number;
  readonly seconds: number;
}

/** Characters of what clients say of themselves. */
const longest = 1000;

const reading: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Writes the audit line of a request, done or refused, if it was to change something. Bodies are never in it. */
export function audit(log: LogScope, record: AuditRecord): void {
  if (reading.has(record.method)) return;
  const { id, user, sender, attempt, path, from, agent, code, seconds } = record;
  log.info("Write", {
    id,
    user: user?.name ?? "",
    ...(user?.uid !== undefined && { uid: user.uid }),
    groups: user?.groups ?? [],
    ...(sender && { impersonatedBy: sender.name }),
    verb: attempt?.verb ?? record.method.toLowerCase(),
    ...(attempt &&
      "resource" in attempt && { resource: objectOf(attempt), namespace: attempt.namespace, name: attempt.name }),
    path: path.slice(0, longest),
    from,
    agent: agent.slice(0, longest),
    code,
    ms: Math.round(seconds * 1000),
  });
}

function objectOf({ group, resource, subresource }: Extract<Attempt, { resource: string }>): string {
  return `${resource}${group && `.${group}`}${subresource && `/${subresource}`}`;
}
