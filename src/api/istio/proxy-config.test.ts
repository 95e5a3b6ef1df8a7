import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSpec, type Row } from "../testing/judge.ts";
import { proxyConfigKind } from "./proxy-config.ts";

const cases: readonly Row<unknown>[] = [
  ["nothing", undefined],
  [
    "all fields",
    {
      selector: { matchLabels: { a: "b" } },
      concurrency: 0,
      environmentVariables: { A: "b" },
      image: { imageType: "debug" },
    },
  ],
  ["no threads given", { concurrency: null }],
  ["negative threads", { concurrency: -1 }, "FW0105 spec.concurrency"],
  ["a selector of nothing", { selector: { matchLabels: {} } }, "FW0304 spec.selector"],
  ["a selector with an empty key", { selector: { matchLabels: { "": "a" } } }, "FW0302 spec.selector.matchLabels"],
];

for (const [name, spec, ...problems] of cases) {
  test(`proxy config: ${name}`, () => {
    assert.deepEqual(judgeSpec(proxyConfigKind, spec), problems);
  });
}
