import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import { builtInCatalog, formatKey, keyOf, type ResourceKey } from "../api/index.ts";
import { type Subscription, xdsTypes } from "../deliver/index.ts";
import { connectedClient } from "../deliver/testing/connected-client.ts";
import { Environment } from "../mesh/index.ts";
import { config } from "../mesh/testing/configs.ts";
import { service } from "../registry/testing/objects.ts";
import { createMemoryStore } from "../store/index.ts";
import { configDistribution } from "./debug-distribution.ts";
import { Distribution } from "./distribution.ts";

const rule = config("DestinationRule", "app/rule", { host: "web" });

/** An environment of a store, and one client that has accepted the versions up to `has.version`. */
async function start(t: TestContext) {
  const kinds = builtInCatalog();
  const store = createMemoryStore({ kinds: () => kinds });
  await store.create(service("web"));
  await store.create(rule);
  const environment = await Environment.open({ store });
  const has = { version: 1 };
  const client = connectedClient("a", {
    subscriptions: [{ type: xdsTypes.cluster } as Subscription],
    reached: () => has.version,
  });
  const distribution = new Distribution(() => [client]);
  distribution.published(1);
  environment.onChange(({ objects }) => distribution.changed(objects.map(formatKey)));
  t.after(async () => {
    await environment.close();
    await store.close();
  });
  const options = { distribution, store, known: (key: ResourceKey) => environment.known(key) };
  const read = async (resource = "DestinationRule/app/rule") => {
    const page = (await configDistribution(options, resource, null)) as { [field: string]: unknown };
    return [page["acknowledged"], page["version"]];
  };
  /** Resolves when the environment has read the rule as it is in the store. */
  const untilRead = async () => {
    const { metadata } = (await store.get(keyOf(rule))) ?? assert.fail();
    while (environment.known(keyOf(rule))?.metadata.resourceVersion !== metadata.resourceVersion) await settle();
  };
  return { store, distribution, options, has, read, untilRead };
}

describe("the page of who has an object", { timeout: 20_000 }, () => {
  test("counts nobody for what was written and is not read yet, or is in no version yet", async (t) => {
    const { store, distribution, has, read, untilRead } = await start(t);
    assert.deepEqual(await read(), [1, 1]);
    await store.update({ ...rule, spec: { host: "other" } });
    assert.deepEqual(await read(), [0, undefined]);
    await untilRead();
    assert.deepEqual(await read(), [0, undefined]);
    distribution.published(2);
    assert.deepEqual(await read(), [0, 2]);
    has.version = 2;
    assert.deepEqual(await read(), [1, 2]);
  });

  test("does not mind writes that make no difference to proxies", async (t) => {
    const { store, read, untilRead } = await start(t);
    await store.updateStatus({ ...rule, status: { conditions: [] } });
    await untilRead();
    assert.deepEqual(await read(), [1, 1]);
  });

  test("takes a kind with its group or without, where it can be no other", async (t) => {
    const { options, read } = await start(t);
    assert.deepEqual(await read("networking.istio.io/DestinationRule/app/rule"), [1, 1]);
    assert.deepEqual(await read("Service/app/web"), [1, 1]);
    await assert.rejects(configDistribution(options, "Gateway/app/rule", null), /there is no .*Gateway\/app\/rule/);
    for (const wrong of ["DestinationRule/rule", "DestinationRule/app/rule/x", "Node/app/n", "Lease/app/x", "x"]) {
      await assert.rejects(configDistribution(options, wrong, null), /must be KIND\/NAMESPACE\/NAME/, wrong);
    }
  });

  test("shows proxies of one namespace, and says so if nothing is followed", async (t) => {
    const { options } = await start(t);
    const clients = async (namespace: string) =>
      ((await configDistribution(options, "DestinationRule/app/rule", namespace)) as { clients: unknown[] }).clients;
    assert.deepEqual([(await clients("app")).length, (await clients("other")).length], [1, 0]);
    const off = configDistribution({ ...options, distribution: undefined }, null, null);
    await assert.rejects(off, /start with --distribution-status=true/);
  });
});
