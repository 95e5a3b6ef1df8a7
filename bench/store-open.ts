/**
 * Opens a store with all its objects in a process of its own, and prints what that took: `node --expose-gc store-open.ts
 * embedded|sqlite|nothing PATH`.
 */
import { openEmbeddedStore } from "../src/store/index.ts";
import { benchKinds, routeKind } from "./store-objects.ts";
import { SqliteObjects } from "./store-sqlite.ts";

const [type = "", path = ""] = process.argv.slice(2);
const memory = () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heapUsed };
};
const before = memory();
const started = performance.now();
const { count, hold } = type === "embedded" ? await openEmbedded() : openSqlite();
const ms = performance.now() - started;
const after = memory();
console.log(JSON.stringify({ ms, count, rss: after.rss - before.rss, heap: after.heapUsed - before.heapUsed }));
await hold();

async function openEmbedded() {
  const { store } = await openEmbeddedStore({ directory: path, kinds: () => benchKinds });
  const { items } = await store.list(routeKind, "");
  return { count: items.length, hold: () => store.close() };
}

function openSqlite() {
  const database = new SqliteObjects(path, "WAL");
  const objects = database.readAll();
  const hold = async () => {
    objects.clear();
    database.close();
  };
  return { count: objects.size, hold };
}
