import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ResourceKey } from "../api/index.ts";
import { type LogLine, LogScopes } from "../base/log.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { type Subscription, xdsResource, xdsTypes } from "../deliver/index.ts";
import { connectedClient } from "../deliver/testing/connected-client.ts";
import { logEvents } from "./xds-log.ts";

const id = "sidecar~10.0.0.1~a.app~app.svc.cluster.local";
const sent = ["a", "b"].map((name) => xdsResource(xdsTypes.cluster, name, new Uint8Array()));
const client = connectedClient("a", { lastSent: () => sent });
const rule: ResourceKey = { group: "networking.istio.io", kind: "DestinationRule", namespace: "app", name: "b-rule" };

/** The fields of the line that a refusal with this reason makes. */
function refusal(error: string) {
  const lines: LogLine[] = [];
  const log = new LogScopes((line) => void lines.push(line), new ManualClock()).scope("ads", "");
  const events = logEvents(log, ({ name }) => (name === "b" ? [rule] : []));
  const subscription = { type: xdsTypes.cluster, acknowledgement: { error, sentNonce: "n" } };
  events.answered(client, subscription as unknown as Subscription, "refused");
  events.answered(client, subscription as unknown as Subscription, "stale");
  assert.equal(lines.length, 1, "an answer to an older response is for those who look closely");
  assert.equal(lines[0]?.level, "warn");
  return lines[0].fields;
}

describe("the log of a refusal", () => {
  test("names the resource and the object behind it", () => {
    const error = "Error adding/updating cluster(s) b: bad";
    const { resources, objects, ...rest } = refusal(error);
    assert.deepEqual([resources, objects], [["b"], ["networking.istio.io/DestinationRule/app/b-rule"]]);
    assert.deepEqual(rest, { client: `${id}-1`, type: "CDS", nonce: "n", error });
  });

  test("says among how many it is where the client does not name it, and cuts a long reason", () => {
    const { oneOf, error } = refusal("x".repeat(100_000));
    assert.equal(oneOf, 2);
    assert.equal(String(error).length, 2001);
  });
});
