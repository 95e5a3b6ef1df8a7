import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import fc from "fast-check";
import { isObject } from "../base/json.ts";
import { admit, envelopeProblems } from "./admit.ts";
import { KindCatalog } from "./catalog.ts";
import { builtInKinds } from "./kinds.ts";
import { decodeResource, encodeResource } from "./protobuf.ts";
import { readDocuments } from "./read/read-documents.ts";
import type { Resource } from "./resource.ts";
import { fixtures, needsFixtures } from "./testing/fixtures.ts";

const kinds = new KindCatalog(builtInKinds);

/** Values that programs trip over. */
const poison: readonly unknown[] = [
  null,
  "",
  0,
  -1,
  1.5,
  2 ** 53,
  true,
  [],
  {},
  [null],
  [[]],
  { "": null },
  "\u0000\n",
  "*",
  "x".repeat(5000),
  Number.MAX_VALUE,
  JSON.parse('{"__proto__": {"polluted": true}}'),
  { constructor: 1 },
  "(((((",
  "9".repeat(400),
  "-1s",
  "\u202e",
  "::",
  "a/b/c",
];

/** The value with one place, chosen by `pick`, replaced; lists may also lose or double an item. */
function mutated(value: unknown, pick: () => number): unknown {
  const choose = <T>(items: readonly T[]): T => items[pick() % items.length] as T;
  if (Array.isArray(value) && value.length > 0 && pick() % 4 !== 0) {
    const at = pick() % value.length;
    if (pick() % 5 === 0) return [...value, value[at]];
    return value.map((item, i) => (i === at ? mutated(item, pick) : item));
  }
  if (isObject(value) && Object.keys(value).length > 0 && pick() % 8 !== 0) {
    const key = choose(Object.keys(value));
    if (pick() % 9 === 0) return { ...value, [choose(["__proto__x", "extra", key.toUpperCase()])]: choose(poison) };
    return { ...value, [key]: mutated(value[key], pick) };
  }
  return choose(poison);
}

function corpus(): Resource[] {
  const folders = [
    "golden/istiod-xds",
    "golden/gateway-api",
    "golden/mesh-config/config",
    "istio-samples/bookinfo/platform/kube",
  ];
  const files = folders.flatMap((folder) => {
    const dir = fixtures(folder) ?? "";
    return readdirSync(dir, { recursive: true, encoding: "utf8" })
      .filter((f) => f.endsWith(".yaml"))
      .map((f) => join(dir, f));
  });
  const values = files.flatMap((file) =>
    readDocuments(readFileSync(file), file).documents.map((d) => d.value as Resource),
  );
  return values.filter((v) => envelopeProblems(v).length === 0 && kinds.findFor(v) !== undefined);
}

suite("hostile objects", { skip: needsFixtures }, () => {
  test("mutated objects of every kind give problems, never an exception, and leave no trace", () => {
    const originals = corpus();
    assert.ok(originals.length > 300, `${originals.length} objects`);
    let judged = 0;
    fc.assert(
      fc.property(fc.nat(originals.length - 1), fc.infiniteStream(fc.nat(1 << 20)), (at, numbers) => {
        const original = originals[at] as Resource;
        const { kind, version } = kinds.findFor(original) ?? assert.fail();
        const stream = numbers[Symbol.iterator]();
        const changed = mutated(original, () => stream.next().value ?? 0);
        if (!isObject(changed)) return;
        const input = { ...changed, apiVersion: original.apiVersion, kind: original.kind } as unknown as Resource;
        const before = JSON.stringify(input);
        const { resource, problems } = admit(kind, input, version);
        assert.equal(JSON.stringify(input), before, "the input is not changed");
        for (const problem of problems) assert.match(problem.message, /^(must|should|may) /);
        if (problems.some((p) => p.severity === "error")) return;
        judged += 1;
        for (const column of kind.columns) column.cell(resource);
        assert.deepEqual(
          admit(kind, resource, version).problems.filter((p) => p.severity === "error"),
          [],
        );
      }),
      { numRuns: 6000 },
    );
    assert.ok(judged > 500, `${judged} mutants were still valid`);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });

  test("every object comes back from its protobuf encoding", () => {
    for (const original of corpus()) {
      const { kind, version } = kinds.findFor(original) ?? assert.fail();
      if (version !== kind.versions[0]) continue;
      const { resource, problems } = admit(kind, original, version);
      if (problems.some((p) => p.severity === "error")) continue;
      const { message, bytes } = encodeResource(kind, resource);
      assert.match(message, /^(k8s\.io\.|istio\.|google\.protobuf\.Struct)/);
      // Encoding again what was decoded gives the same bytes: nothing that protobuf can carry is lost.
      const again = encodeResource(kind, { ...resource, ...decodeResource(kind, bytes) });
      assert.equal(
        Buffer.from(again.bytes).toString("hex"),
        Buffer.from(bytes).toString("hex"),
        `${kind.kind} ${resource.metadata.name}`,
      );
    }
  });
});
