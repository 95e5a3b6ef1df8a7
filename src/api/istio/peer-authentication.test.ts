import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { judgeAnnotated, judgeSpec, type Row } from "../testing/judge.ts";
import { peerAuthenticationKind } from "./peer-authentication.ts";

const selector = { matchLabels: { app: "a" } };
const strict = { mode: "STRICT" };
const ports = (...names: string[]) => Object.fromEntries(names.map((name) => [name, strict]));

const cases: readonly Row<unknown>[] = [
  ["an empty spec", {}],
  ["a mode for the namespace", { mtls: strict }],
  ["an unknown mode", { mtls: { mode: "ON" } }, "FW0104 spec.mtls.mode"],
  ["a selector without labels", { selector: { matchLabels: {} } }, "FW0304 spec.selector"],
  ["modes by port", { selector, portLevelMtls: ports("80", "65535") }],
  ["no ports", { selector, portLevelMtls: {} }, "FW0106 spec.portLevelMtls"],
  ["ports without a selector", { portLevelMtls: ports("80") }, "FW0417 spec.portLevelMtls"],
  ["ports without labels", { selector: {}, portLevelMtls: ports("80") }, "FW0417 spec.portLevelMtls"],
  ["the port 0", { selector, portLevelMtls: ports("0") }, 'FW0203 spec.portLevelMtls["0"]'],
  ["a port by name", { selector, portLevelMtls: ports("http") }, "FW0203 spec.portLevelMtls.http"],
];

describe("PeerAuthentication", () => {
  for (const [name, spec, ...problems] of cases) {
    test(name, () => {
      assert.deepEqual(judgeSpec(peerAuthenticationKind, spec), problems);
    });
  }

  test("cannot be tried without effect", () => {
    const problems = judgeAnnotated(peerAuthenticationKind, {}, { "istio.io/dry-run": "true" });
    assert.deepEqual(problems, ['FW0415 metadata.annotations["istio.io/dry-run"]']);
  });
});
