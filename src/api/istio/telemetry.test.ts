import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { judgeSpec, type Row } from "../testing/judge.ts";
import { telemetryKind } from "./telemetry.ts";

const tracing = (fields: object) => ({ tracing: [fields] });
const tag = (tag: object) => ({ metrics: [{ overrides: [{ tagOverrides: { a: tag } }] }] });
const filter = (fields: object) => ({ accessLogging: [{ filter: fields }] });
const tagAt = "spec.metrics[0].overrides[0].tagOverrides.a";
const expressionAt = "spec.accessLogging[0].filter.expression";

const cases: readonly Row<unknown>[] = [
  ["an empty spec", {}],
  ["a sampling rate", tracing({ randomSamplingPercentage: 12.5 })],
  ["an absent sampling rate, written as null", tracing({ randomSamplingPercentage: null })],
  [
    "a sampling rate above everything",
    tracing({ randomSamplingPercentage: 101 }),
    "FW0105 spec.tracing[0].randomSamplingPercentage",
  ],
  ["two sections", { tracing: [{}, {}] }, "FW0501 spec.tracing"],
  ["two providers", tracing({ providers: [{ name: "a" }, { name: "b" }] }), "FW0502 spec.tracing[0].providers"],
  ["a nameless provider", tracing({ providers: [{ name: "" }] }), "FW0106 spec.tracing[0].providers[0].name"],
  ["a tag", tracing({ customTags: { a: { literal: { value: "b" } } } })],
  [
    "a nameless tag",
    tracing({ customTags: { "": { literal: { value: "b" } } } }),
    'FW0503 spec.tracing[0].customTags[""]',
  ],
  [
    "a tag of two sorts",
    tracing({ customTags: { a: { literal: { value: "b" }, header: { name: "c" } } } }),
    "FW0111 spec.tracing[0].customTags.a",
  ],
  ["a metric's tag", tag({ value: "request.host" })],
  ["a metric's tag without value", tag({}), `FW0504 ${tagAt}.value`],
  ["a metric's tag with an empty value", tag({ operation: "UPSERT", value: "" }), `FW0504 ${tagAt}.value`],
  ["a metric without a tag", tag({ operation: "REMOVE" })],
  ["a metric without a tag that has a value", tag({ operation: "REMOVE", value: "a" }), `FW0504 ${tagAt}.value`],
  [
    "two metrics in one match",
    { metrics: [{ overrides: [{ match: { metric: "REQUEST_SIZE", customMetric: "a" } }] }] },
    "FW0111 spec.metrics[0].overrides[0].match",
  ],
  ["no time between reports", { metrics: [{ reportingInterval: "0s" }] }, "FW0201 spec.metrics[0].reportingInterval"],
  ["a filter", filter({ expression: "response.code >= 400 || request.headers['x-a'].contains('b')" })],
  ["a filter without an expression", filter({}), `FW0505 ${expressionAt}`],
  ["a broken expression", filter({ expression: "response.code >=" }), `FW0505 ${expressionAt}`],
  ["an absurd expression", filter({ expression: "(".repeat(100_000) }), `FW0505 ${expressionAt}`],
];

describe("Telemetry", () => {
  for (const [name, spec, ...problems] of cases) {
    test(name, () => {
      assert.deepEqual(judgeSpec(telemetryKind, spec), problems);
    });
  }
});
