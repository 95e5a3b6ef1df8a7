import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../src/base/json.ts";

/** A write that reached an API server, as that has noted it down. */
export interface AuditedWrite {
  /** Whose token it came with. */
  readonly user: string;
  readonly verb: string;
  /** With the subresource, if it is of one: `servicegrids/status`. */
  readonly resource: string;
  readonly name: string;
  /** What was answered. */
  readonly code: number;
  /** When the server had it, and when it was answered; times of one machine, in microseconds. */
  readonly received: string;
  readonly answered: string;
  /** Who holds the Lease by it; undefined where it is of none. */
  readonly holder: string | undefined;
}

/** Notes down all requests. */
export const requestsPolicy = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [{ level: "Metadata" }],
};

/** Notes down all writes, and what is written to Leases. */
export const writesPolicy = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [
    {
      level: "Request",
      verbs: ["create", "update", "patch"],
      resources: [{ group: "coordination.k8s.io", resources: ["leases"] }],
    },
    { level: "Metadata", verbs: ["create", "update", "patch", "delete", "deletecollection"] },
    { level: "None" },
  ],
};

/** The writes of some users, in the order in which they were answered. */
export function readAudit(dir: string, users: readonly string[]): readonly AuditedWrite[] {
  const lines = readFileSync(join(dir, "audit.log"), "utf8").split("\n");
  const writes = lines.filter((line) => line !== "").map((line) => writeIn(JSON.parse(line) as AuditEvent));
  return writes
    .filter(({ user }) => users.includes(user))
    .sort((one, other) => (one.answered < other.answered ? -1 : 1));
}

interface AuditEvent {
  readonly verb: string;
  readonly user: { readonly username: string };
  readonly objectRef?: { readonly resource: string; readonly subresource?: string; readonly name?: string };
  readonly responseStatus?: { readonly code?: number };
  readonly requestObject?: { readonly spec?: unknown };
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
}

function writeIn(event: AuditEvent): AuditedWrite {
  const { resource = "", subresource, name = "" } = event.objectRef ?? {};
  const spec = event.requestObject?.spec;
  return {
    user: event.user.username,
    verb: event.verb,
    resource: subresource === undefined ? resource : `${resource}/${subresource}`,
    name,
    code: event.responseStatus?.code ?? 0,
    received: event.requestReceivedTimestamp,
    answered: event.stageTimestamp,
    holder: isObject(spec) ? String(spec.holderIdentity ?? "") : undefined,
  };
}
