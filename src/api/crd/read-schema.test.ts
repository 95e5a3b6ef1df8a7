import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admit } from "../admit.ts";
import { toOpenApi } from "../schema/openapi.ts";
import { kindFromCrd } from "./kind-from-crd.ts";
import { boat, boatCrd, judgeBoat, kindOf, lines } from "./testing/custom-kind.ts";

const text = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

describe("values", () => {
  const rows: readonly [
    name: string,
    schema: object,
    good: readonly unknown[],
    bad: readonly unknown[],
    told: string,
  ][] = [
    ["text bounds", { type: "string", minLength: 2, maxLength: 3 }, ["ab", "äöü"], ["a", "abcd"], "FW0106"],
    ["pattern", { type: "string", pattern: "^a+$" }, ["aa"], ["ab"], "FW0107"],
    ["enum", { type: "string", enum: ["a", "b"] }, ["a"], ["c"], "FW0104"],
    ["date-time", { type: "string", format: "date-time" }, ["2026-01-31T00:00:00Z"], ["2026-01-31"], "FW0107"],
    ["ipv4", { type: "string", format: "ipv4" }, ["10.0.0.1"], ["::1"], "FW0107"],
    ["an unknown format", { type: "string", format: "colour" }, ["red"], [1], "FW0102"],
    ["numbers", { type: "integer", minimum: 1, maximum: 3, exclusiveMaximum: true }, [1, 2], [0, 3], "FW0105"],
    ["int32", { type: "integer", format: "int32" }, [2147483647], [2147483648], "FW0105"],
    ["fractions", { type: "number", multipleOf: 0.5 }, [1.5], [1.2], "FW0105"],
    ["whole numbers", { type: "integer" }, [1], [1.5, "1"], "FW0102"],
    ["booleans", { type: "boolean", enum: [true] }, [true], [false], "FW0113"],
    ["int or string", { "x-kubernetes-int-or-string": true, maximum: 5 }, ["80%", 5], [6], "FW0113"],
    [
      "int or string, said twice",
      { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
      ["80%", 5],
      [true, 1.5],
      "FW0102",
    ],
    ["lists", { type: "array", items: text, minItems: 1, maxItems: 2 }, [["a"]], [[], ["a", "b", "c"]], "FW0106"],
    ["sets", { type: "array", items: text, "x-kubernetes-list-type": "set" }, [["a", "b"]], [["a", "a"]], "FW0108"],
    [
      "lists by key",
      {
        type: "array",
        items: object({ name: text }, { required: ["name"] }),
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
      },
      [[{ name: "a" }, { name: "b" }]],
      [[{ name: "a" }, { name: "a" }]],
      "FW0108",
    ],
    ["maps", { type: "object", additionalProperties: { type: "integer" } }, [{ a: 1 }], [{ a: "b" }], "FW0102"],
    ["map sizes", { type: "object", additionalProperties: text, minProperties: 1 }, [{ a: "b" }], [{}], "FW0106"],
    ["object sizes", object({ a: text, b: text }, { maxProperties: 1 }), [{ a: "x" }], [{ a: "x", b: "y" }], "FW0113"],
    ["required", object({ a: text }, { required: ["a"] }), [{ a: "x" }], [{}], "FW0103"],
    ["nullable", { type: "string", nullable: true }, [null, "a"], [1], "FW0102"],
    ["anything", { "x-kubernetes-preserve-unknown-fields": true }, [1, "a", [{}]], [], ""],
    [
      "an embedded object",
      { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
      [{ apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: {} }],
      [{ apiVersion: "v1" }],
      "FW0103",
    ],
    ["anyOf", { type: "string", anyOf: [{ pattern: "^a" }, { pattern: "b$" }] }, ["ax", "xb"], ["x"], "FW0113"],
    ["allOf", { type: "string", allOf: [{ pattern: "^a" }, { maxLength: 2 }] }, ["ab"], ["abc", "b"], "FW0113"],
    ["not", { type: "integer", not: { minimum: 5 } }, [4], [5], "FW0113"],
    ["oneOf", { type: "integer", oneOf: [{ minimum: 5 }, { maximum: 10 }] }, [3, 12], [7], "FW0113"],
    [
      "exactly one field",
      object({ a: text, b: text }, { oneOf: [{ required: ["a"] }, { required: ["b"] }] }),
      [{ a: "x" }],
      [{ a: "x", b: "y" }],
      "FW0111",
    ],
    [
      "at most one field",
      object(
        { a: text, b: text },
        {
          oneOf: [
            { not: { anyOf: [{ required: ["a"] }, { required: ["b"] }] } },
            { required: ["a"] },
            { required: ["b"] },
          ],
        },
      ),
      [{}, { b: "x" }],
      [{ a: "x", b: "y" }],
      "FW0111",
    ],
    [
      "alternatives of fields",
      object(
        { kind: text, size: { type: "integer" } },
        {
          anyOf: [
            { properties: { kind: { enum: ["small"] }, size: { maximum: 5 } } },
            { properties: { kind: { enum: ["big"] } } },
          ],
        },
      ),
      [
        { kind: "small", size: 5 },
        { kind: "big", size: 9 },
      ],
      [{ kind: "small", size: 9 }],
      "FW0113",
    ],
  ];
  for (const [name, schema, good, bad, code] of rows) {
    test(name, () => {
      const kind = kindOf(boatCrd(object({ value: schema })));
      for (const value of good) assert.deepEqual(judgeBoat(kind, { value }), [], JSON.stringify(value));
      for (const value of bad) {
        const found = judgeBoat(kind, { value });
        assert.equal(found.length > 0 && found.every((line) => line.startsWith(code)), true, `${found}`);
      }
    });
  }
});

test("unknown fields go, open objects keep theirs, defaults come in", () => {
  const kind = kindOf(
    boatCrd(
      object({
        closed: object({ a: text }),
        open: object({ a: text }, { "x-kubernetes-preserve-unknown-fields": true }),
        free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        sails: { type: "integer", default: 2 },
        crew: object({ captain: { type: "string", default: "Ahab" } }, { default: {} }),
      }),
    ),
  );
  const { resource, unknown } = admit(kind, boat({ closed: { a: "x", b: 1 }, open: { c: 1 }, free: { d: 1 } }));
  assert.deepEqual(resource.spec, {
    closed: { a: "x" },
    open: { c: 1 },
    free: { d: 1 },
    sails: 2,
    crew: { captain: "Ahab" },
  });
  assert.deepEqual(
    unknown.map((p) => p.path),
    [["spec", "closed", "b"]],
  );
});

test("names that JavaScript's objects have anyway are names like others", () => {
  const properties = JSON.parse('{ "__proto__": { "type": "string" }, "constructor": { "type": "integer" } }');
  const odd = { type: "integer", format: "constructor", default: 1 };
  const rules = [{ rule: "self.constructor > 0 && !has(self.toString)", message: "broken" }];
  const spec = object({ ...properties, toString: text, odd }, { "x-kubernetes-validations": rules });
  const kind = kindOf(boatCrd(spec));
  const value = JSON.parse('{ "__proto__": "a", "constructor": 1 }');
  assert.deepEqual(judgeBoat(kind, value), []);
  assert.deepEqual(judgeBoat(kind, { constructor: 0 }), ["FW0113 spec: broken"]);
  assert.deepEqual(judgeBoat(kind, JSON.parse('{ "__proto__": 1 }')), ["FW0102 spec.__proto__: must be text, not 1"]);
  assert.deepEqual(Object.keys(admit(kind, boat(value)).resource.spec as object), ["__proto__", "constructor", "odd"]);
});

describe("schemas that are not structural", () => {
  const rows: readonly [name: string, schema: object, ...told: string[]][] = [
    ["no type", {}, "FW1001 type"],
    ["a reference", { type: "object", $ref: "#/x" }, "FW1001 $ref"],
    ["unique items", { type: "array", items: text, uniqueItems: true }, "FW1001 uniqueItems"],
    ["a list without items", { type: "array" }, "FW1001 items", "FW1001 items.type"],
    ["fields and other fields", object({ a: text }, { additionalProperties: text }), "FW1001 additionalProperties"],
    ["no other fields", { type: "object", additionalProperties: false }, "FW1001 additionalProperties"],
    ["a look-ahead", { type: "string", pattern: "(?=a)" }, "FW1001 pattern"],
    ["a type in an alternative", { type: "string", anyOf: [{ type: "string" }] }, "FW1001 anyOf[0].type"],
    [
      "a field of an alternative only",
      object({ a: text }, { oneOf: [{ properties: { b: { enum: ["x"] } } }] }),
      "FW1001 oneOf[0].properties.b",
    ],
    ["a default in an alternative", { type: "string", not: { default: "a" } }, "FW1001 not.default"],
    [
      "keys that items do not have",
      { type: "array", items: object({}), "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
      "FW1001 x-kubernetes-list-map-keys",
    ],
    ["a default of the wrong type", object({ a: { type: "string", default: 1 } }), "FW1006 properties.a.default"],
    [
      "a default out of bounds",
      object({ a: { type: "integer", default: 9, maximum: 5 } }),
      "FW1006 properties.a.default",
    ],
  ];
  for (const [name, schema, ...told] of rows) {
    test(name, () => {
      const { kind, problems } = kindFromCrd(boatCrd(schema));
      const prefix = "spec.versions[0].schema.openAPIV3Schema.properties.spec.";
      assert.deepEqual(
        lines(problems).map((line) => line.replace(prefix, "").replace(/: .*/s, "")),
        told,
      );
      assert.equal(kind, undefined);
    });
  }
});

test("the schema's OpenAPI form is what it was read from", () => {
  const spec = object(
    {
      name: { type: "string", minLength: 1, pattern: "^a", format: "hostname", description: "A name." },
      size: { type: "integer", format: "int32", minimum: 1, maximum: 5, exclusiveMaximum: true },
      share: { type: "number", format: "double" },
      on: { type: "boolean", nullable: true },
      port: { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true },
      tags: { type: "array", items: { type: "string", enum: ["a"] }, maxItems: 3, "x-kubernetes-list-type": "set" },
      labels: { type: "object", additionalProperties: text, maxProperties: 9 },
      free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    },
    { required: ["name"] },
  );
  const kind = kindOf(boatCrd(spec));
  assert.deepEqual(toOpenApi(kind.schema), { type: "object", properties: { spec }, required: ["spec"] });
});
