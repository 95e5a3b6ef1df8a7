import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { judgeSpec, type Row } from "../testing/judge.ts";
import { trafficExtensionKind } from "./traffic-extension.ts";
import { wasmPluginKind } from "./wasm-plugin.ts";

const plugin = (fields: object) => ({ url: "oci://example.com/a:1", ...fields });
const env = (...variables: object[]) => plugin({ vmConfig: { env: variables } });

const plugins: readonly Row<unknown>[] = [
  ["no URL", {}, "FW0103 spec.url"],
  ...["oci://e.com/a@sha256:0", "http://e.com/a.wasm", "https://e.com/a.wasm", "file:///opt/a.wasm"].map(
    (url): Row<unknown> => [`the URL ${url}`, { url }],
  ),
  ...["e.com/a", "registry:5000/a/b:latest", "a"].map((url): Row<unknown> => [`the image ${url}`, { url }]),
  ["a URL of another scheme", { url: "ftp://e.com/a.wasm" }, "FW0511 spec.url"],
  ["a URL that is none", { url: "http://e com" }, "FW0511 spec.url"],
  ["a checksum", plugin({ sha256: "a".repeat(64) })],
  ["a short checksum", plugin({ sha256: "abc" }), "FW0107 spec.sha256"],
  ["variables", env({ name: "A", value: "a" }, { name: "B", valueFrom: "HOST" })],
  ["a variable twice", env({ name: "A" }, { name: "A" }), "FW0108 spec.vmConfig.env[1]"],
  [
    "a variable of the proxy with a value",
    env({ name: "A", valueFrom: "HOST", value: "" }),
    "FW0512 spec.vmConfig.env[0].value",
  ],
  ["any configuration", plugin({ pluginConfig: { a: { b: [1, null] } } })],
  ["an unknown phase", plugin({ phase: "FIRST" }), "FW0104 spec.phase"],
  ["ports", plugin({ match: [{ mode: "CLIENT", ports: [{ number: 80 }, { number: 81 }] }] })],
  ["the port 0", plugin({ match: [{ ports: [{ number: 0 }] }] }), "FW0105 spec.match[0].ports[0].number"],
];

const lua = { inlineCode: "function envoy_on_request(h) end" };
const extensions: readonly Row<unknown>[] = [
  ["a Lua program", { lua }],
  ["a module", { wasm: plugin({ type: "NETWORK" }), phase: "UNSPECIFIED" }],
  ["neither", {}, "FW0103 spec"],
  ["both", { lua, wasm: plugin({}) }, "FW0111 spec"],
  ["an empty program", { lua: { inlineCode: "" } }, "FW0106 spec.lua.inlineCode"],
  ["a module at a bad URL", { wasm: { url: "s3://a/b" } }, "FW0511 spec.wasm.url"],
];

for (const [kind, cases] of [
  [wasmPluginKind, plugins],
  [trafficExtensionKind, extensions],
] as const) {
  describe(kind.kind, () => {
    for (const [name, spec, ...problems] of cases) {
      test(name, () => {
        assert.deepEqual(judgeSpec(kind, spec), problems);
      });
    }
  });
}
