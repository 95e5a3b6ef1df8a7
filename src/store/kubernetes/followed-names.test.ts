import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { builtInCatalog, type Resource } from "../../api/index.ts";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import { ScriptedServer, type ScriptedWatch } from "../../kube/testing/scripted-server.ts";
import { FollowedNames } from "./followed-names.ts";
import { ObjectMirror } from "./object-mirror.ts";
import { ServedKinds } from "./served-kinds.ts";

const kinds = builtInCatalog();
const secrets = { group: "", kind: "Secret" };
const configMaps = { group: "", kind: "ConfigMap" };
let version = 1;

/** An object that refers to Secrets, in its data. */
function referrer(name: string, refersTo: readonly string[]): Resource {
  version += 1;
  const metadata = { name, namespace: "default", uid: name, resourceVersion: String(version) };
  return { apiVersion: "v1", kind: "ConfigMap", metadata, data: { names: refersTo.join(",") } };
}

const secret = (name: string, resourceVersion = "1"): Resource => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name, namespace: "default", uid: name, resourceVersion },
});

const namesIn = ({ data }: Resource) => (data as { names: string }).names.split(",").filter((name) => name !== "");

const metadata = { resourceVersion: "9", annotations: { "k8s.io/initial-events-end": "true" } };
const end = { type: "BOOKMARK", object: { apiVersion: "v1", kind: "Secret", metadata } };

/** Answers a streamed list with one object of the name that was asked for. */
function answer(watch: ScriptedWatch): string {
  const name = String(watch.query["fieldSelector"]).replace("metadata.name=", "");
  watch.send({ type: "ADDED", object: secret(name) }, end);
  return name;
}

async function start(t: TestContext, first: readonly string[], labels?: ScriptedServer) {
  const clock = new ManualClock();
  const server = new ScriptedServer();
  const mirror = new ObjectMirror({
    kinds: () => kinds,
    clock,
    report: ({ problems }) => assert.fail(String(problems)),
  });
  mirror.replace({ type: configMaps, namespace: "" }, [referrer("first", first)], "1");
  const named = new FollowedNames({
    kind: kinds.get(secrets),
    referenced: { kind: secrets, by: [configMaps], names: namesIn, ...(labels && { labelSelector: "serve" }) },
    metadataClient: labels ?? server,
    namespaces: [""],
    client: server,
    served: new ServedKinds({ resourcesOf: async () => new Set(["secrets"]) }),
    mirror,
    clock,
    notice: () => undefined,
  });
  t.after(() => named.close());
  const ready = named.start();
  const labelWatch = await labels?.opened();
  labelWatch?.send(end);
  for (const _ of first) answer(await server.opened());
  await ready;
  mirror.open();
  named.run();
  const held = () => mirror.list(secrets, "").map(({ metadata }) => metadata.name);
  /** Lets what was told be taken in. */
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await setImmediate();
  };
  return { clock, server, mirror, held, settle, labelWatch };
}

describe("objects that are followed because others refer to them", () => {
  test("are there from the start, and those that nobody refers to are not asked for", async (t) => {
    const { server, held } = await start(t, ["a", "b"]);
    assert.deepEqual(held(), ["a", "b"]);
    assert.equal(server.unseen, 0);
  });

  test("come with the first reference, however many there are", async (t) => {
    const { server, mirror, held, settle } = await start(t, ["a"]);
    mirror.changed(configMaps, "ADDED", referrer("second", ["a", "b"]));
    assert.equal(answer(await server.opened()), "b");
    await settle();
    assert.deepEqual(held(), ["a", "b"]);
    assert.equal(server.unseen, 0);
  });

  test("are also those with a label", async (t) => {
    const { clock, server, held, settle, labelWatch } = await start(t, ["a"], new ScriptedServer());
    assert.equal(labelWatch?.query["labelSelector"], "serve");
    labelWatch?.send({ type: "ADDED", object: secret("extra", "10") });
    assert.equal(answer(await server.opened()), "extra");
    await settle();
    assert.deepEqual(held(), ["a", "extra"]);
    labelWatch?.send({ type: "DELETED", object: secret("extra", "11") });
    await settle();
    clock.advance(60_000);
    await settle();
    assert.deepEqual(held(), ["a"]);
  });

  test("go a minute after the last reference, unless another comes", async (t) => {
    const { clock, server, mirror, held, settle } = await start(t, ["a", "b"]);
    mirror.changed(configMaps, "MODIFIED", referrer("first", []));
    await settle();
    clock.advance(59_000);
    mirror.changed(configMaps, "ADDED", referrer("second", ["b"]));
    await settle();
    assert.deepEqual(held(), ["a", "b"]);
    clock.advance(1000);
    await settle();
    assert.deepEqual(held(), ["b"]);
    mirror.changed(configMaps, "DELETED", referrer("second", ["b"]));
    await settle();
    clock.advance(60_000);
    await settle();
    assert.deepEqual(held(), []);
    assert.equal(server.unseen, 0);
  });
});
