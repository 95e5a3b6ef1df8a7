import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admitted, cells, judge, judgeUpdate, type Row } from "../testing/judge.ts";
import { type Secret, secretKind } from "./secret.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const tls = { type: "kubernetes.io/tls", data: { "tls.crt": base64("a"), "tls.key": base64("b") } };
const mebibyte = "x".repeat(1024 * 1024);

const rows: readonly Row[] = [
  ["nothing", {}],
  ["data", { data: { a: base64("b") } }],
  ["base64 in lines", { data: { a: "YWFh\nYWFh\n" } }],
  ["an empty value", { data: { a: "", b: null } }],
  ["data that is not base64", { data: { a: "b!" } }, "FW0212 data.a"],
  ["text that is not text", { stringData: { a: 1 } }, "FW0102 stringData.a"],
  ["a bad key", { data: { "a b": "" } }, 'FW0608 data["a b"]'],
  ["a bad key of text", { stringData: { "..a": "" } }, 'FW0608 data["..a"]'],
  ["a mebibyte", { stringData: { a: mebibyte } }],
  ["more than a mebibyte", { stringData: { a: mebibyte, b: "x" } }, "FW0653 "],
  ["a certificate", tls],
  ["a certificate as text", { type: "kubernetes.io/tls", stringData: { "tls.crt": "a", "tls.key": "b" } }],
  ["a certificate without key", { ...tls, data: { "tls.crt": "" } }, 'FW0652 data["tls.key"]'],
  ["a password", { type: "kubernetes.io/basic-auth", stringData: { password: "a" } }],
  ["no password", { type: "kubernetes.io/basic-auth" }, "FW0652 data"],
  ["no SSH key", { type: "kubernetes.io/ssh-auth" }, "FW0652 data.ssh-privatekey"],
  ["a registry", { type: "kubernetes.io/dockerconfigjson", stringData: { ".dockerconfigjson": "{}" } }],
  [
    "a registry that is not JSON",
    { type: "kubernetes.io/dockerconfigjson", stringData: { ".dockerconfigjson": "{" } },
    'FW0107 data[".dockerconfigjson"]',
  ],
  [
    "a token of nobody",
    { type: "kubernetes.io/service-account-token" },
    'FW0652 metadata.annotations["kubernetes.io/service-account.name"]',
  ],
  ["a type of the user's own", { type: "constructor" }],
];

describe("secretKind", () => {
  for (const [name, fields, ...problems] of rows) {
    test(name, () => assert.deepEqual(judge(secretKind, fields), problems));
  }

  test("moves text into data", () => {
    const secret = admitted<Secret>(secretKind, {
      data: { a: base64("old"), b: "YWFh\nYWFh" },
      stringData: { a: "new" },
    });
    assert.deepEqual(secret.data, { a: base64("new"), b: "YWFhYWFh" });
    assert.equal("stringData" in secret, false);
    assert.equal(secret.type, "Opaque");
  });

  test("keeps its type, and its data once it is immutable", () => {
    assert.deepEqual(judgeUpdate(secretKind, tls, { ...tls, type: "Opaque" }), ["FW0116 type"]);
    const fixed = { ...tls, immutable: true };
    assert.deepEqual(judgeUpdate(secretKind, tls, fixed), []);
    assert.deepEqual(judgeUpdate(secretKind, fixed, { ...fixed, stringData: { a: "b" } }), ["FW0118 data"]);
    assert.deepEqual(judgeUpdate(secretKind, fixed, tls), ["FW0118 immutable"]);
  });

  test("shows type and number of keys", () => {
    assert.deepEqual(cells(secretKind, admitted(secretKind, tls)), { Type: "kubernetes.io/tls", Data: 2 });
  });
});
