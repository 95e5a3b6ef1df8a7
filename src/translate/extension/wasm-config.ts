import type { Any } from "../../gen/any.ts";
import type { AsyncDataSource } from "../../gen/envoy/config/core/v3.ts";
import type { EnvironmentVariables, PluginConfig } from "../../gen/envoy/extensions/wasm/v3.ts";
import type { Extension, WasmModule } from "./extension.ts";

/** How Envoy is told of a module. The agent beside it fetches what is not a file of its own, by what stands in variables. */
export function wasmConfig({ id, policy }: Extension, module: WasmModule): PluginConfig {
  const { pluginName, pluginConfig, failStrategy = "FAIL_CLOSE" } = module;
  const configured = Object.keys(pluginConfig ?? {}).length > 0;
  return {
    name: id,
    ...(pluginName && { rootId: pluginName }),
    configuration: configured ? textOf(pluginConfig) : nothing,
    failurePolicy: failStrategy === "FAIL_CLOSE" ? "FAIL_CLOSED" : failStrategy,
    vmConfig: {
      runtime: "envoy.wasm.runtime.v8",
      code: codeAt(module),
      environmentVariables: variables(module, policy.resource.metadata.resourceVersion ?? ""),
    },
  };
}

function textOf(config: unknown): Any {
  return { "@type": "type.googleapis.com/google.protobuf.StringValue", value: JSON.stringify(config) };
}

/** Present, but without a type: modules that are not configured are told so. */
const nothing = {} as Any;

const filePrefix = "file://";

/** Whether a module is a file on the proxy's machine; others are fetched. */
export function isFile({ url }: WasmModule): boolean {
  return url.startsWith(filePrefix);
}

function codeAt(module: WasmModule): AsyncDataSource {
  const { url, sha256 } = module;
  if (isFile(module)) return { local: { filename: url.slice(filePrefix.length) } };
  const uri = url.includes("://") ? url : `oci://${url}`;
  // The agent replaces all this by the file that it fetched, so the cluster is never called.
  return { remote: { httpUri: { uri, timeout: "30s", cluster: "_" }, ...(sha256 && { sha256 }) } };
}

function variables(module: WasmModule, resourceVersion: string): EnvironmentVariables {
  const { imagePullPolicy = "UNSPECIFIED_POLICY", imagePullSecret, vmConfig } = module;
  const env = vmConfig?.env ?? [];
  const inline = env.filter(({ valueFrom }) => valueFrom !== "HOST");
  const hostEnvKeys = env.filter(({ valueFrom }) => valueFrom === "HOST").map(({ name }) => name);
  return {
    ...(hostEnvKeys.length > 0 && { hostEnvKeys }),
    keyValues: {
      // The secret itself is for those only who have proven who they are; empty, as istiod tells all others.
      ...(imagePullSecret && { ISTIO_META_WASM_IMAGE_PULL_SECRET: "" }),
      ...(imagePullPolicy !== "UNSPECIFIED_POLICY" && { ISTIO_META_WASM_IMAGE_PULL_POLICY: imagePullPolicy }),
      ISTIO_META_WASM_PLUGIN_RESOURCE_VERSION: resourceVersion,
      ...Object.fromEntries(inline.map(({ name, value = "" }) => [name, value])),
    },
  };
}
