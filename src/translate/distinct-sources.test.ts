import assert from "node:assert/strict";
import { test } from "node:test";
import { distinctSources } from "./distinct-sources.ts";

const service = (name: string) => ({ group: "", kind: "Service", namespace: "app", name });

test("names each object once, whether it is met by the same key or by an equal one", () => {
  const [a, b] = [service("a"), service("b")];
  assert.deepEqual(distinctSources([b, a, b, service("a")]), [b, a]);
});

test("tells objects of one name apart by kind and namespace", () => {
  const keys = [service("a"), { ...service("a"), kind: "Pod" }, { ...service("a"), namespace: "other" }];
  assert.deepEqual(distinctSources(keys), keys);
});
