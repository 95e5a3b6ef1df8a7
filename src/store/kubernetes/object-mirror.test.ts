import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { builtInCatalog, type Resource } from "../../api/index.ts";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import { summary, take } from "../testing/contract/check.ts";
import { ObjectMirror, type ReadProblem } from "./object-mirror.ts";

const sidecars = { group: "networking.istio.io", kind: "Sidecar" };
const configMaps = { group: "", kind: "ConfigMap" };
const kinds = builtInCatalog();

function sidecar(name: string, version: number, spec: object = sound, uid = `uid-${name}`): Resource {
  const metadata = { name, namespace: "default", uid, resourceVersion: String(version), generation: 1 };
  return { apiVersion: "networking.istio.io/v1", kind: "Sidecar", metadata, spec };
}

function configMap(name: string, version: number): Resource {
  const metadata = { name, namespace: "default", uid: `uid-${name}`, resourceVersion: String(version) };
  return { apiVersion: "v1", kind: "ConfigMap", metadata, data: {} };
}

const sound = { egress: [{ hosts: ["*/*"] }] };
const broken = { egress: "all of it" };
const keyOf = (name: string) => ({ ...sidecars, namespace: "default", name });

function mirror() {
  const problems: ReadProblem[] = [];
  const objects = new ObjectMirror({
    kinds: () => kinds,
    clock: new ManualClock(),
    report: (problem) => problems.push(problem),
  });
  return { objects, problems };
}

test("an object that somebody else has read in the same version is shared, and no other", () => {
  const other = mirror().objects;
  other.open();
  other.changed(sidecars, "ADDED", sidecar("a", 7));
  other.changed(sidecars, "ADDED", sidecar("b", 8));
  const objects = new ObjectMirror({
    kinds: () => kinds,
    clock: new ManualClock(),
    twin: (key) => other.get(key),
    report: ({ key }) => assert.fail(key.name),
  });
  objects.replace({ type: sidecars, namespace: "" }, [sidecar("a", 7), sidecar("b", 9), sidecar("c", 10)], "10");
  assert.equal(objects.get(keyOf("a")), other.get(keyOf("a")));
  assert.deepEqual(
    objects.list(sidecars, "").map(({ metadata }) => metadata.resourceVersion),
    ["7", "9", "10"],
  );
  other.changed(sidecars, "MODIFIED", sidecar("a", 11));
  objects.changed(sidecars, "MODIFIED", sidecar("a", 11));
  assert.equal(objects.get(keyOf("a")), other.get(keyOf("a")));
});

describe("versions of a mirror", () => {
  test("are those of the server for as long as changes come in its order", async () => {
    const { objects } = mirror();
    objects.replace({ type: configMaps, namespace: "" }, [configMap("c", 40)], "90");
    objects.replace({ type: sidecars, namespace: "" }, [sidecar("a", 7)], "100");
    objects.open();
    assert.equal(objects.revision, 100);
    const watch = objects.watch({});
    objects.changed(sidecars, "ADDED", sidecar("b", 103));
    assert.equal(objects.revision, 103);
    assert.equal((await take(watch, 1))[0]?.resource.metadata.resourceVersion, "103");
    assert.equal(watch.resourceVersion, "103");
  });

  test("go on where another kind was faster, and nothing is missed or seen twice", async () => {
    const { objects } = mirror();
    objects.open();
    objects.changed(sidecars, "ADDED", sidecar("a", 200));
    const from = String(objects.revision);
    objects.changed(configMaps, "ADDED", configMap("late", 150));
    objects.changed(configMaps, "MODIFIED", configMap("late", 201));
    const watch = objects.watch({ from });
    assert.deepEqual(summary(await take(watch, 2)), ["ADDED late", "MODIFIED late"]);
    assert.equal(objects.revision, 202);
  });

  test("go on after a server whose versions begin anew, or are no numbers", async () => {
    const { objects } = mirror();
    objects.open();
    const watch = objects.watch({});
    objects.changed(sidecars, "ADDED", sidecar("a", 5000));
    objects.replace({ type: sidecars, namespace: "" }, [sidecar("a", 3)], "9");
    const odd = sidecar("b", 0);
    objects.changed(sidecars, "ADDED", { ...odd, metadata: { ...odd.metadata, resourceVersion: "x-1" } });
    assert.deepEqual(summary(await take(watch, 3)), ["ADDED a", "MODIFIED a", "ADDED b"]);
    assert.equal(objects.revision, 5002);
  });
});

describe("a list that is read again", () => {
  test("tells what differs and nothing else", async () => {
    const { objects } = mirror();
    objects.replace(
      { type: sidecars, namespace: "" },
      [sidecar("gone", 1), sidecar("same", 2), sidecar("other", 3)],
      "10",
    );
    objects.open();
    const same = objects.get(keyOf("same"));
    const watch = objects.watch({});
    objects.replace(
      { type: sidecars, namespace: "" },
      [sidecar("same", 2), sidecar("other", 11), sidecar("new", 12)],
      "20",
    );
    const events = await take(watch, 3);
    assert.deepEqual(summary(events), ["DELETED gone", "MODIFIED other", "ADDED new"]);
    assert.equal(events[0]?.resource.metadata.resourceVersion, "20");
    assert.equal(objects.get(keyOf("same")), same);
  });

  test("is of one namespace, and leaves the others alone", () => {
    const { objects } = mirror();
    const elsewhere = sidecar("a", 1);
    objects.replace(
      { type: sidecars, namespace: "x" },
      [{ ...elsewhere, metadata: { ...elsewhere.metadata, namespace: "x" } }],
      "5",
    );
    objects.replace({ type: sidecars, namespace: "default" }, [], "6");
    assert.equal(objects.list(sidecars, "").length, 1);
  });

  test("is of one name, and leaves the others alone", () => {
    const { objects } = mirror();
    objects.replace({ type: sidecars, namespace: "", name: "a" }, [sidecar("a", 1)], "5");
    objects.replace({ type: sidecars, namespace: "", name: "b" }, [sidecar("b", 2)], "6");
    objects.replace({ type: sidecars, namespace: "", name: "a" }, [], "7");
    assert.deepEqual(
      objects.list(sidecars, "").map(({ metadata }) => metadata.name),
      ["b"],
    );
  });

  test("tells of an object that took another's place as an end and a beginning", async () => {
    const { objects } = mirror();
    objects.replace({ type: sidecars, namespace: "" }, [sidecar("a", 1)], "10");
    objects.open();
    const watch = objects.watch({});
    objects.replace({ type: sidecars, namespace: "" }, [sidecar("a", 12, sound, "another")], "20");
    assert.deepEqual(summary(await take(watch, 2)), ["DELETED a", "ADDED a"]);
  });
});

describe("an object that cannot be used", () => {
  test("is a problem, told once, and its last good version stays", async () => {
    const { objects, problems } = mirror();
    objects.replace({ type: sidecars, namespace: "" }, [sidecar("a", 1)], "1");
    objects.open();
    const good = objects.get(keyOf("a"));
    const watch = objects.watch({});
    objects.changed(sidecars, "MODIFIED", sidecar("a", 2, broken));
    objects.replace({ type: sidecars, namespace: "" }, [sidecar("a", 2, broken)], "3");
    assert.equal(objects.get(keyOf("a")), good);
    assert.deepEqual(
      problems.map(({ key, kept, problems: [first] }) => [key.name, kept, first?.path]),
      [["a", true, ["spec", "egress"]]],
    );
    objects.changed(sidecars, "MODIFIED", sidecar("a", 4, { egress: [{ hosts: ["./*"] }] }));
    assert.deepEqual(summary(await take(watch, 1)), ["MODIFIED a"]);
  });

  test("is left out if there was no good version, and the others are there", () => {
    const { objects, problems } = mirror();
    objects.replace({ type: sidecars, namespace: "" }, [sidecar("bad", 1, broken), sidecar("good", 2)], "3");
    assert.deepEqual(
      objects.list(sidecars, "").map(({ metadata }) => metadata.name),
      ["good"],
    );
    assert.equal(problems[0]?.kept, false);
  });

  test("is one that is in no namespace although its kind is", () => {
    const { objects, problems } = mirror();
    const { metadata, ...rest } = sidecar("a", 1);
    const { namespace: _, ...outside } = metadata;
    objects.replace({ type: sidecars, namespace: "" }, [{ ...rest, metadata: outside }, sidecar("b", 2)], "3");
    assert.deepEqual(
      objects.list(sidecars, "").map(({ metadata: { name } }) => name),
      ["b"],
    );
    assert.deepEqual(
      problems.flatMap((each) => each.problems.map(({ code, path }) => `${code} ${path.join(".")}`)),
      ["FW0115 metadata.namespace"],
    );
  });

  test("goes when it is deleted, also by another in its place", async () => {
    const { objects } = mirror();
    objects.replace({ type: sidecars, namespace: "" }, [sidecar("a", 1), sidecar("b", 1)], "1");
    objects.open();
    const watch = objects.watch({});
    objects.changed(sidecars, "MODIFIED", sidecar("a", 2, broken));
    objects.changed(sidecars, "DELETED", sidecar("a", 3, broken));
    objects.changed(sidecars, "MODIFIED", sidecar("b", 4, broken, "another"));
    assert.deepEqual(summary(await take(watch, 2)), ["DELETED a", "DELETED b"]);
    assert.equal(objects.list(sidecars, "").length, 0);
  });

  test("may be anything that JSON can carry", () => {
    const { objects, problems } = mirror();
    const metadata = { name: "x", namespace: "default", resourceVersion: "1" };
    let deep: unknown = 1;
    for (let i = 0; i < 500; i++) deep = { deep };
    const odd = [
      { apiVersion: "networking.istio.io/v9", kind: "Sidecar", metadata },
      { ...sidecar("x", 1), spec: null },
      { ...sidecar("x", 2), spec: [1] },
      { ...sidecar("x", 3), metadata: { ...metadata, labels: "none", resourceVersion: "3" } },
      { ...sidecar("x", 4), spec: deep },
    ];
    for (const each of odd) objects.changed(sidecars, "ADDED", each as unknown as Resource);
    assert.ok(problems.length >= 3);
    for (const { problems: found } of problems) assert.ok((found[0]?.message.length ?? 0) > 0);
  });
});
