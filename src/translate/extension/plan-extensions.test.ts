import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../../api/index.ts";
import type { Wasm } from "../../gen/envoy/extensions/filters/http/wasm/v3.ts";
import { config } from "../../mesh/testing/configs.ts";
import { loadEnvoyCodec } from "../envoy-codec.ts";
import { viewFor } from "../testing/view.ts";
import { planAll } from "../translate.ts";
import type { View } from "../view.ts";

const codec = loadEnvoyCodec();
const prefix = "extensions.istio.io/trafficextension/";

function made(resources: readonly Resource[], ...names: readonly string[]) {
  return madeFor(viewFor({ resources }), names);
}

function madeFor(view: View, names: readonly string[]) {
  return planAll("extensions", view, names).map((plan) => {
    const built = plan.build(plan.key as never);
    codec.encode("envoy.config.core.v3.TypedExtensionConfig", built.message);
    return { name: plan.name, ...built };
  });
}

/** The configuration of a module by what its object says. */
function pluginOf(spec: object) {
  const [first] = made(
    [config("TrafficExtension", "app/x", { wasm: { url: "file:///x", ...spec } })],
    `${prefix}app.x`,
  );
  assert.ok(first);
  return (first.message.typedConfig as Wasm).config ?? {};
}

const variables = (spec: object) => pluginOf(spec).vmConfig?.environmentVariables;

describe("configurations of filters", () => {
  test("are made for the names that are asked for", () => {
    const resources = [
      config("WasmPlugin", "app/a", { url: "file:///a" }),
      config("TrafficExtension", "istio-system/b", { wasm: { url: "file:///b", type: "NETWORK" } }),
      config("TrafficExtension", "app/lua", { lua: { inlineCode: "x" } }),
      config("WasmPlugin", "other/c", { url: "file:///c" }),
    ];
    const names = ["app.a~istio-translated-wasmplugin", "istio-system.b", "app.lua", "other.c"].map(
      (id) => prefix + id,
    );
    const all = made(resources, ...names);
    assert.deepEqual(
      all.map(({ name, message }) => [name, message.typedConfig?.["@type"]?.split(".").slice(-4, -2).join(".")]),
      [
        [names[0], "http.wasm"],
        [names[1], "network.wasm"],
      ],
    );
    assert.deepEqual(
      all.map(({ sources }) => sources.map(({ kind, name }) => `${kind} ${name}`)),
      [["WasmPlugin a"], ["TrafficExtension b"]],
    );
    assert.deepEqual(made(resources), []);
  });

  test("are added by patches, the first of a name", () => {
    const add = (code: string) => ({
      applyTo: "EXTENSION_CONFIG",
      patch: {
        operation: "ADD",
        value: {
          name: "mine",
          typed_config: {
            "@type": "type.googleapis.com/envoy.extensions.filters.http.lua.v3.Lua",
            default_source_code: { inline_string: code },
          },
        },
      },
    });
    const filter = config("EnvoyFilter", "app/f", { configPatches: [add("first"), add("second")] });
    const [only, ...others] = made([filter], "mine");
    assert.deepEqual(others, []);
    assert.deepEqual(only?.message.typedConfig?.["defaultSourceCode"], { inlineString: "first" });
    assert.deepEqual(made([filter], "other"), []);
  });
});

describe("a module", () => {
  test("is a file, or fetched by the agent from where its URL says", () => {
    const code = (url: string, sha256?: string) => pluginOf({ url, ...(sha256 && { sha256 }) }).vmConfig?.code;
    assert.deepEqual(code("file:///a/b.wasm"), { local: { filename: "/a/b.wasm" } });
    const remote = (uri: string) => ({ httpUri: { uri, timeout: "30s", cluster: "_" } });
    assert.deepEqual(code("registry:5000/a:1"), { remote: remote("oci://registry:5000/a:1") });
    assert.deepEqual(code("https://x/y", "aa"), { remote: { ...remote("https://x/y"), sha256: "aa" } });
  });

  test("is told its configuration as text, and that it has none", () => {
    assert.deepEqual(pluginOf({ pluginConfig: { a: [1, null] } }).configuration, {
      "@type": "type.googleapis.com/google.protobuf.StringValue",
      value: '{"a":[1,null]}',
    });
    assert.deepEqual([pluginOf({}).configuration, pluginOf({ pluginConfig: {} }).configuration], [{}, {}]);
    assert.equal(pluginOf({ pluginName: "p" }).rootId, "p");
  });

  test("that breaks fails as it is told", () => {
    const policies = ["FAIL_CLOSE", "FAIL_OPEN", "FAIL_RELOAD", undefined].map(
      (failStrategy) => pluginOf({ failStrategy }).failurePolicy,
    );
    assert.deepEqual(policies, ["FAIL_CLOSED", "FAIL_OPEN", "FAIL_RELOAD", "FAIL_CLOSED"]);
  });

  test("sees variables, and what its agent needs stands among them", () => {
    const env = [{ name: "A", value: "b" }, { name: "E" }, { name: "H", valueFrom: "HOST" }];
    assert.deepEqual(variables({ vmConfig: { env } }), {
      hostEnvKeys: ["H"],
      keyValues: { ISTIO_META_WASM_PLUGIN_RESOURCE_VERSION: "", A: "b", E: "" },
    });
    assert.deepEqual(variables({ imagePullPolicy: "Always", imagePullSecret: "s" })?.keyValues, {
      ISTIO_META_WASM_IMAGE_PULL_POLICY: "Always",
      ISTIO_META_WASM_IMAGE_PULL_SECRET: "",
      ISTIO_META_WASM_PLUGIN_RESOURCE_VERSION: "",
    });
  });

  test("that nobody can fetch for plain Envoy is replaced as its strategy says, and told", () => {
    const standIn = (spec: object) => {
      const resources = [config("TrafficExtension", "app/x", { wasm: { url: "oci://r/a:1", ...spec } })];
      const [first] = madeFor(viewFor({ resources, metadata: { ISTIO_VERSION: "" } }), [`${prefix}app.x`]);
      return { config: first?.message.typedConfig, problems: first?.problems?.map(({ code }) => code) };
    };
    const type = (layer: string) => `type.googleapis.com/envoy.extensions.filters.${layer}.v3.RBAC`;
    const problems = ["FW1244"];
    assert.deepEqual(standIn({}), { config: { "@type": type("http.rbac"), rules: {} }, problems });
    assert.deepEqual(standIn({ failStrategy: "FAIL_OPEN" }), { config: { "@type": type("http.rbac") }, problems });
    assert.deepEqual(standIn({ type: "NETWORK", failStrategy: "FAIL_CLOSE" }), {
      config: { "@type": type("network.rbac"), statPrefix: "wasm_missing", rules: {} },
      problems,
    });
    assert.match(String(standIn({ url: "file:///a" }).config?.["@type"]), /http\.wasm/);
  });
});
