import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { builtInCatalog } from "../../api/index.ts";
import { systemClock } from "../../base/clock.ts";
import { LogScopes } from "../../base/log.ts";
import { createMemoryStore } from "../../store/index.ts";
import { loadSample } from "./load-sample.ts";

const log = new LogScopes(() => {}, systemClock).scope("main", "");
const kinds = builtInCatalog();
const emptyStore = () => createMemoryStore({ kinds: () => kinds });
const entries = { group: "networking.istio.io", kind: "ServiceEntry" };

suite("the sample of `fairway up`", () => {
  test("comes into an empty store once, and what became of it stays", async () => {
    const store = emptyStore();
    await loadSample("bookinfo", store, log);
    const { items } = await store.list(entries, "default");
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ["details", "productpage", "ratings", "reviews"],
    );
    await store.delete({ ...entries, namespace: "default", name: "ratings" });
    const before = await store.list(entries, "");
    await loadSample("bookinfo", store, log);
    assert.deepEqual(await store.list(entries, ""), before);
    await store.close();
  });

  test("is refused where there is something else, with a word on what to do", async () => {
    const store = emptyStore();
    await store.create({ apiVersion: "v1", kind: "Service", metadata: { name: "web", namespace: "shop" }, spec: {} });
    await assert.rejects(loadSample("bookinfo", store, log), {
      code: "Settings",
      message: /an empty store, and this one has 1 objects? of its own \(such as Service shop\/web\): choose another/,
    });
    assert.equal((await store.list(entries, "")).items.length, 0);
    await store.close();
  });

  test("that nobody knows is refused with those there are", async () => {
    const store = emptyStore();
    await assert.rejects(loadSample("toString", store, log), { code: "Settings", message: /must be one of bookinfo/ });
    await store.close();
  });
});
