import assert from "node:assert/strict";
import { test } from "node:test";
import { objectMeta } from "../meta/object-meta.ts";
import { int32, list, map, obj, opt, req, str } from "../schema/build.ts";
import { conform } from "../schema/conform.ts";
import { toOpenApi } from "../schema/openapi.ts";
import { asTemplate } from "./as-template.ts";

const port = obj({
  number: req(1, int32(), "Number."),
  protocol: opt(2, str(), "Protocol.", { default: "TCP" }),
  note: opt(3, str(), "Note.", { default: "none" }),
});

const workload = obj({
  metadata: opt(1, objectMeta, "Metadata."),
  replicas: opt(2, int32(), "Replicas.", { default: 1 }),
  ports: opt(3, list(port, { keys: ["number", "protocol"] }), "Ports."),
  loose: opt(4, list(port, { keys: ["number"], repeats: true }), "Ports that may repeat."),
  byName: opt(5, map(port), "Ports by name."),
});

test("defaults stay only where an item's key needs one", () => {
  const value = { ports: [{ number: 1 }], loose: [{ number: 1 }, { number: 1 }], byName: { a: { number: 1 } } };
  assert.deepEqual(conform(asTemplate(workload), value).value, {
    ...value,
    ports: [{ number: 1, protocol: "TCP" }],
  });
});

test("lists that may repeat their keys become plain ones", () => {
  const { properties } = toOpenApi(asTemplate(workload)) as { properties: Record<string, Record<string, unknown>> };
  assert.equal(properties.ports?.["x-kubernetes-list-type"], "map");
  assert.equal(properties.loose?.["x-kubernetes-list-type"], undefined);
});

test("metadata is open, and nothing has a protobuf number", () => {
  const { fields } = asTemplate(workload);
  assert.deepEqual(
    Object.values(fields).map((field) => field.number),
    [0, 0, 0, 0, 0],
  );
  const value = { metadata: { clusterName: "old" } };
  assert.deepEqual(conform(asTemplate(workload), value), { value, unknown: [] });
});
