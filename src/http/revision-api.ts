import { apiVersionOf, type KindCatalog, revisionKind, storedVersion } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import type { ResourceHistory } from "../core/index.ts";
import { type Exchange, readBody, sendBody } from "./exchange.ts";
import { listOf } from "./representation.ts";
import { type RevisionPage, revisionPage } from "./revision-page.ts";
import type { ResourceTarget } from "./target.ts";
import { View } from "./view.ts";
import { isDryRun } from "./write-options.ts";

/** Whether a request is about the past: the store's revisions, or the subresource `history` of an object. */
export function isAboutPast({ group, plural, subresource, name }: ResourceTarget): boolean {
  return (group === revisionKind.group && plural === revisionKind.plural) || (subresource === "history" && name !== "");
}

/** Lists revisions, of all objects or of one, and goes back to one. */
export async function servePast(
  exchange: Exchange,
  target: ResourceTarget,
  history: ResourceHistory | undefined,
  now: number,
): Promise<void> {
  if (!history) throw new FairwayError("NotFound", "this server keeps no history");
  const kinds = exchange.kinds();
  const ofAll = target.group === revisionKind.group;
  const action = `${exchange.method} ${ofAll ? target.subresource || (target.name ? "object" : "list") : "history"}`;
  switch (action) {
    case "GET list":
    case "GET history": {
      const one = ofAll ? undefined : new View(kinds, { ...target, subresource: "" });
      const page = await revisionPage(history, exchange.query, one);
      return sendPage(exchange, kinds, page, now);
    }
    case "POST rollback":
      return goBack(exchange, history, target.name);
    default:
      throw new FairwayError("MethodNotAllowed", `${exchange.method} is not supported on ${exchange.path}`);
  }
}

function sendPage(exchange: Exchange, kinds: KindCatalog, { items, meta }: RevisionPage, now: number): Promise<void> {
  const { group, plural } = revisionKind;
  const path = { group, version: storedVersion(revisionKind), plural, namespace: "", name: "", subresource: "" };
  return sendBody(exchange, 200, listOf(exchange, new View(kinds, path), items, meta, now));
}

async function goBack(exchange: Exchange, history: ResourceHistory, revision: string): Promise<void> {
  // There is nothing to say but the revision and whether it is meant; a body is read so that it is not left behind.
  await readBody(exchange);
  const dryRun = isDryRun(exchange.query.getAll("dryRun"), "CreateOptions");
  const { changes, leftOut } = await history.rollback(revision, { dryRun });
  return sendBody(exchange, 201, {
    apiVersion: apiVersionOf(revisionKind.group, storedVersion(revisionKind)),
    kind: "Rollback",
    metadata: { name: revision },
    changes: changes.map(({ key, change }) => ({ ...key, change })),
    leftOut: leftOut.map(({ key, reason }) => ({ ...key, reason })),
  });
}
