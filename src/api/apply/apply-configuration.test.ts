import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { jsonEqual } from "../../base/json.ts";
import type { Resource } from "../resource.ts";
import { any, int32, list, map, obj, opt, str } from "../schema/build.ts";
import { applyConfiguration } from "./apply-configuration.ts";
import { compareFields } from "./compare-fields.ts";
import { type FieldOwner, readOwners, type Writer, writeOwners } from "./field-owners.ts";
import { difference, formatFieldPath, isEmptySet, pathsOf, readFieldSet, sameSet, writeFieldSet } from "./field-set.ts";
import { trackUpdate } from "./track-update.ts";

const port = obj({
  name: opt(0, str(), ""),
  port: opt(0, int32(), ""),
  protocol: opt(0, str(), "", { default: "TCP" }),
});
const schema = obj({
  metadata: opt(
    0,
    obj({ labels: opt(0, map(str()), ""), finalizers: opt(0, list(str(), { listType: "set" }), "") }),
    "",
  ),
  spec: opt(
    0,
    obj({
      a: opt(0, int32(), ""),
      b: opt(0, int32(), ""),
      args: opt(0, list(str()), ""),
      ports: opt(0, list(port, { keys: ["port", "protocol"] }), ""),
      selector: opt(0, map(str(), { atomic: true }), ""),
      free: opt(0, any(), ""),
    }),
    "",
  ),
});
const writer = (manager: string, operation: Writer["operation"] = "Apply"): Writer => ({
  manager,
  operation,
  apiVersion: "v1",
  subresource: "",
});
const object = (fields: object = {}): Resource => ({ apiVersion: "v1", kind: "X", metadata: { name: "x" }, ...fields });
const at = (manager: string, force = false) =>
  ({ schema, writer: writer(manager), scope: "object", time: "2026-01-01T00:00:00Z", force }) as const;

interface State {
  readonly resource: Resource;
  readonly owners: readonly FieldOwner[];
}
const nothing: State = { resource: object(), owners: [] };
const apply = (state: State, manager: string, fields: object, force = false) =>
  applyConfiguration(at(manager, force), state.resource, object(fields), state.owners);
const owned = (state: State, manager: string) =>
  pathsOf(state.owners.find((owner) => owner.manager === manager)?.fields ?? { member: false, children: new Map() })
    .map(formatFieldPath)
    .sort();

suite("server-side apply", () => {
  test("puts in what is said, and takes out what is said no longer", () => {
    const first = apply(nothing, "one", { spec: { a: 1, b: 2, args: ["x"] } });
    assert.deepEqual(owned(first, "one"), [".spec.a", ".spec.args", ".spec.b"]);
    const second = apply(first, "one", { spec: { a: 3 } });
    assert.deepEqual(second.resource.spec, { a: 3 });
    assert.equal(apply(second, "one", {}).resource.spec, undefined);
  });

  test("leaves what others own, and tells where two want different things", () => {
    const first = apply(nothing, "one", { spec: { a: 1, args: ["x"] } });
    const second = apply(first, "two", { spec: { a: 2, b: 2 } });
    assert.deepEqual(
      second.conflicts.map(({ owner, fields }) => [owner.manager, pathsOf(fields).map(formatFieldPath)]),
      [["one", [".spec.a"]]],
    );
    const forced = apply(first, "two", { spec: { a: 2, b: 2 } }, true);
    assert.deepEqual(forced.conflicts, []);
    assert.deepEqual(forced.resource.spec, { a: 2, args: ["x"], b: 2 });
    assert.deepEqual(owned(forced, "one"), [".spec.args"]);
  });

  test("shares a field that two say alike, until the last of them leaves it", () => {
    const both = apply(apply(nothing, "one", { spec: { a: 1 } }), "two", { spec: { a: 1 } });
    assert.deepEqual(both.conflicts, []);
    const left = apply(both, "one", {});
    assert.deepEqual(left.resource.spec, { a: 1 });
    assert.equal(apply(left, "two", {}).resource.spec, undefined);
  });

  test("merges items by their keys, with defaults, and sets by value", () => {
    const first = apply(nothing, "one", {
      metadata: { name: "x", finalizers: ["f/1"] },
      spec: { ports: [{ port: 80, protocol: "TCP", name: "web" }] },
    });
    const second = apply(first, "two", {
      metadata: { name: "x", finalizers: ["f/2"] },
      spec: { ports: [{ port: 81 }, { port: 80, name: "web" }] },
    });
    assert.deepEqual(second.conflicts, []);
    assert.deepEqual((second.resource.spec as { ports: object }).ports, [
      { port: 81 },
      { port: 80, protocol: "TCP", name: "web" },
    ]);
    assert.deepEqual(second.resource.metadata.finalizers, ["f/1", "f/2"]);
    assert.ok(owned(second, "two").includes('.spec.ports[port=81,protocol="TCP"].port'), String(owned(second, "two")));
    const third = apply(second, "one", { metadata: { name: "x" } });
    assert.deepEqual((third.resource.spec as { ports: object[] }).ports.length, 2);
    assert.deepEqual(third.resource.metadata.finalizers, ["f/2"]);
    assert.throws(
      () => apply(nothing, "one", { spec: { ports: [{ port: 1 }, { port: 1 }] } }),
      /two items of the same/,
    );
  });

  test("items of one name that are updated belong to the writer together, at the place that the name has", () => {
    const tracked = { ...at("one"), writer: writer("one", "Update") };
    const twins = object({ spec: { ports: [{ port: 1, name: "a" }, { port: 1 }] } });
    const place = '.spec.ports[port=1,protocol="TCP"]';
    for (const live of [undefined, object({ spec: { ports: [{ port: 1 }] } })]) {
      const [owner] = trackUpdate(tracked, live, twins, []);
      const paths = pathsOf(owner?.fields ?? { member: false, children: new Map() }).map(formatFieldPath);
      const below = paths.filter((path) => path.startsWith(place));
      assert.deepEqual(below.sort(), [place, `${place}.name`, `${place}.port`]);
    }
  });

  test("keeps what nobody owns in a map, and replaces atomic values whole", () => {
    const untracked = { ...nothing, resource: object({ metadata: { name: "x", labels: { theirs: "1" } } }) };
    const first = apply(untracked, "one", {
      metadata: { name: "x", labels: { mine: "1" } },
      spec: { selector: { a: "1" } },
    });
    assert.deepEqual(first.resource.metadata.labels, { theirs: "1", mine: "1" });
    const second = apply(first, "one", { spec: { selector: { b: "1" } } });
    assert.deepEqual(second.resource.metadata.labels, { theirs: "1" });
    assert.deepEqual((second.resource.spec as { selector: object }).selector, { b: "1" });
    assert.deepEqual(apply(second, "two", { spec: { selector: { a: "1" } } }).conflicts.length, 1);
  });

  test("loses what an update changes, and never the rest", () => {
    const first = apply(nothing, "one", { spec: { a: 1, b: 1 } });
    const next = object({ spec: { a: 2, b: 1 } });
    const owners = trackUpdate({ ...at("edit"), writer: writer("edit", "Update") }, first.resource, next, first.owners);
    assert.deepEqual(owned({ resource: next, owners }, "one"), [".spec.b"]);
    assert.deepEqual(owned({ resource: next, owners }, "edit"), [".spec.a"]);
    assert.deepEqual(apply({ resource: next, owners }, "one", { spec: { a: 1, b: 1 } }).conflicts.length, 1);
  });
});

suite("owners of fields", () => {
  test("are written in the form of FieldsV1 and read again", () => {
    const { owners } = apply(nothing, "one", { spec: { ports: [{ port: 80 }], free: { deep: { x: 1 } } } });
    const written = writeOwners(owners) as { fieldsV1: unknown }[];
    assert.deepEqual(written[0]?.fieldsV1, {
      "f:spec": {
        "f:free": { "f:deep": { ".": {}, "f:x": {} } },
        "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {} } },
      },
    });
    assert.deepEqual(writeOwners(readOwners(written) ?? []), written);
    for (const bad of [{}, { manager: 1 }, { operation: "Update", apiVersion: "v1", fieldsType: "FieldsV2" }, null])
      assert.equal(readOwners([bad]), undefined);
    assert.equal(readFieldSet({ "f:a": 1 }), undefined);
  });

  test("by update are few: the oldest are put together", () => {
    let owners: readonly FieldOwner[] = [];
    let live = object({ spec: { free: {} } });
    for (let i = 0; i < 15; i++) {
      const next = object({ spec: { free: { ...(live.spec as { free: object }).free, [`k${i}`]: i } } });
      const time = `2026-01-01T00:00:${String(i).padStart(2, "0")}Z`;
      const tracked = trackUpdate({ ...at("x"), time, writer: writer(`m${i}`, "Update") }, live, next, owners);
      owners = readOwners(writeOwners(tracked)) ?? [];
      live = next;
    }
    assert.equal(owners.length, 10);
    assert.equal(owned({ resource: live, owners }, "ancient-changes").length, 6);
  });
});

const scalar = fc.integer({ min: 0, max: 2 });
const item = fc.record({ port: scalar, protocol: fc.constantFrom("TCP", "UDP"), name: fc.constantFrom("p", "q") });
const configs = fc.record(
  {
    labels: fc.dictionary(fc.constantFrom("l1", "l2", "l3"), fc.constantFrom("x", "y")),
    a: scalar,
    b: scalar,
    args: fc.array(fc.constantFrom("x", "y"), { maxLength: 2 }),
    ports: fc.uniqueArray(item, { maxLength: 3, selector: ({ port: number, protocol }) => `${number}${protocol}` }),
    selector: fc.dictionary(fc.constantFrom("s", "t"), fc.constantFrom("x", "y")),
    free: fc.dictionary(fc.constantFrom("f", "g"), fc.oneof(scalar, fc.record({ deep: scalar }))),
  },
  { requiredKeys: [] },
);
const asObject = (config: { labels?: object }) => {
  const { labels, ...spec } = JSON.parse(JSON.stringify(config));
  return object({ metadata: { name: "x", ...(labels && { labels }) }, ...(Object.keys(spec).length > 0 && { spec }) });
};
const managers = fc.constantFrom("one", "two", "three");
const histories = fc.array(fc.tuple(managers, configs, fc.boolean()), { minLength: 1, maxLength: 8 });

/** Applies one after the other; what is refused for a conflict changes nothing. */
function run(history: readonly (readonly [string, { labels?: object }, boolean])[]): State {
  return history.reduce<State>((state, [manager, config, force]) => {
    const next = applyConfiguration(at(manager, force), state.resource, asObject(config), state.owners);
    return next.conflicts.length > 0 ? state : next;
  }, nothing);
}

suite("whatever was applied before", () => {
  test("applying the same again changes nothing, neither the object nor its owners", () => {
    fc.assert(
      fc.property(histories, managers, configs, (history, manager, config) => {
        const once = applyConfiguration(
          at(manager, true),
          run(history).resource,
          asObject(config),
          run(history).owners,
        );
        const twice = applyConfiguration(at(manager), once.resource, asObject(config), once.owners);
        assert.deepEqual(twice.conflicts, []);
        assert.deepEqual(twice.resource, once.resource);
        assert.deepEqual(writeOwners(twice.owners), writeOwners(once.owners));
      }),
      { numRuns: 300 },
    );
  });

  test("no applier loses a field that it owns without force", () => {
    fc.assert(
      fc.property(histories, managers, configs, (history, manager, config) => {
        const before = run(history);
        const after = applyConfiguration(at(manager), before.resource, asObject(config), before.owners);
        if (after.conflicts.length > 0) return;
        for (const owner of before.owners.filter((each) => each.manager !== manager)) {
          const still = after.owners.find((each) => each.manager === owner.manager)?.fields;
          assert.ok(still && sameSet(still, owner.fields), owner.manager);
          const missing = difference(owner.fields, compareFields(schema, undefined, after.resource).changed);
          assert.ok(isEmptySet(missing), JSON.stringify(writeFieldSet(missing)));
        }
      }),
      { numRuns: 300 },
    );
  });

  test("what an applier says is what there is, and nobody else owns a field of another value", () => {
    fc.assert(
      fc.property(histories, managers, configs, (history, manager, config) => {
        const before = run(history);
        const after = applyConfiguration(at(manager, true), before.resource, asObject(config), before.owners);
        const again = applyConfiguration(at("witness"), after.resource, asObject(config), after.owners);
        assert.deepEqual(again.conflicts, [], "saying the same as the object has never conflicts");
        assert.ok(jsonEqual(again.resource, after.resource));
      }),
      { numRuns: 300 },
    );
  });
});
