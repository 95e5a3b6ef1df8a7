import assert from "node:assert/strict";
import { test } from "node:test";
import { admit, builtInCatalog } from "../../src/api/index.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import type { KubeClient, KubeObject } from "../../test/peers/kube-client.ts";
import { addressOf, markedChange, type SingleChange } from "./changes.ts";
import { countsFor, groundObjects, meshObjects } from "./sample-mesh.ts";
import { simulatedSidecars } from "./sidecars.ts";

const kinds = Object.keys(markedChange) as SingleChange[];

/** The objects that a change writes, in their order. */
async function writtenBy(change: SingleChange, number: number, size = 1): Promise<readonly KubeObject[]> {
  const written: KubeObject[] = [];
  const take = async (object: KubeObject) => void written.push(object);
  const client = { create: take, merge: take } as unknown as KubeClient;
  await markedChange[change]({ number, size, services: 100 }).write(client);
  return written;
}

test("a mesh grows by what the larger one has more, and has the same objects however it grew", () => {
  const steps = [...meshObjects(0, 40), ...meshObjects(40, 100)];
  const names = (objects: readonly KubeObject[]) =>
    objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
  assert.deepEqual(names(steps), names(meshObjects(0, 100)));
  assert.equal(steps.length, 100 + 100 + 30 + 20);
  assert.deepEqual(countsFor(1000), { virtualServices: 300, destinationRules: 200 });
});

test("all objects are valid", async () => {
  const catalog = builtInCatalog();
  const changed = await Promise.all(kinds.map((kind) => writtenBy(kind, 12)));
  for (const object of [...groundObjects(), ...meshObjects(0, 3), ...changed.flat()]) {
    const group = object.apiVersion.includes("/") ? (object.apiVersion.split("/")[0] ?? "") : "";
    const kind = catalog.find({ group, kind: object.kind });
    assert.ok(kind, object.kind);
    assert.deepEqual(admit(kind, object).problems, []);
  }
});

test("no marker of a change is in another of its kind", () => {
  const numbers = [1, 2, 11, 12, 21, 101, 112, 1112];
  for (const kind of kinds) {
    const markers = numbers.map((number) =>
      Buffer.from(markedChange[kind]({ number, size: 1, services: 100 }).marker).toString("latin1"),
    );
    const within = markers.flatMap((one) => markers.filter((other) => other !== one && other.includes(one)));
    assert.deepEqual(within, [], kind);
    assert.equal(new Set(markers).size, numbers.length);
  }
});

test("of several objects the last one has the marker, and all are different ones", async () => {
  const written = await writtenBy("endpoints", 7, 10);
  assert.equal(new Set(written.map(({ metadata }) => metadata.name)).size, 10);
  const marked = written.map((object) => JSON.stringify(object).includes(addressOf(14)));
  assert.deepEqual(marked, [...Array.from({ length: 9 }, () => false), true]);
});

test("a number of connections is looked for as Envoy's circuit breakers have it", () => {
  const { marker } = markedChange.destinationrule({ number: 5, size: 1, services: 10 });
  const thresholds = [{ maxConnections: 2 ** 28 + 5 }];
  const bytes = loadEnvoyCodec().encode("envoy.config.cluster.v3.Cluster", { circuitBreakers: { thresholds } });
  assert.ok(Buffer.from(bytes).includes(Buffer.from(marker)));
});

test("sidecars are the pods of the first services, and of none when there are no more", () => {
  const ids = simulatedSidecars(11, 2).map(({ node }) => loadEnvoyCodec().decode("envoy.config.core.v3.Node", node).id);
  assert.deepEqual(
    [ids[0], ids[6], ids[10]],
    [
      "sidecar~10.20.0.0~svc-0-0.ns-0~ns-0.svc.cluster.local",
      "sidecar~10.20.0.6~svc-1-1.ns-1~ns-1.svc.cluster.local",
      "sidecar~10.250.0.10~client-2-0.ns-2~ns-2.svc.cluster.local",
    ],
  );
});
