import assert from "node:assert/strict";
import { test } from "node:test";
import { builtInCatalog } from "../../api/index.ts";
import { FairwayError } from "../../base/fault.ts";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import { RemoteReach } from "./remote-reach.ts";

const kinds = builtInCatalog();
const pods = kinds.get({ group: "", kind: "Pod" });
const services = kinds.get({ group: "", kind: "Service" });
const definitions = kinds.get({ group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" });
const failure = { type: "failed", namespace: "", error: new FairwayError("Unavailable", "away"), wait: 1 } as const;

test("a cluster is away from the first kind that fails until the last is followed again", () => {
  const clock = new ManualClock();
  const back: number[] = [];
  const reach = new RemoteReach({ clock, back: (awayMs) => back.push(awayMs) });
  reach.take({ kind: definitions, ...failure });
  assert.equal(reach.awayMs, undefined);
  reach.take({ kind: pods, ...failure });
  clock.advance(1000);
  reach.take({ kind: services, ...failure });
  reach.take({ kind: pods, ...failure });
  assert.equal(reach.awayMs, 1000);
  reach.take({ kind: pods, type: "following", namespace: "" });
  clock.advance(500);
  assert.equal(reach.awayMs, 1500);
  reach.take({ kind: services, type: "missing" });
  assert.deepEqual([reach.awayMs, back], [undefined, [1500]]);
});
