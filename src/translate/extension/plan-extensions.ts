import type { TypedExtensionConfig } from "../../gen/envoy/config/core/v3.ts";
import { configProblem } from "../../mesh/index.ts";
import { any } from "../any.ts";
import { planAdded } from "../patch/plan-added.ts";
import { viewPatches } from "../patch/view-patches.ts";
import { type Built, type Plan, plan } from "../plan.ts";
import type { OutboundView } from "../view.ts";
import { type Extension, extensionOf, type WasmModule } from "./extension.ts";
import { isFile, wasmConfig } from "./wasm-config.ts";

/** Configurations of filters that listeners name but do not hold: those that patches add, and Wasm modules. */
export function planExtensions(
  { scope }: OutboundView,
  wanted: ReadonlySet<string>,
): readonly Plan<TypedExtensionConfig>[] {
  const added = viewPatches(scope)
    .of("EXTENSION_CONFIG")
    .filter(({ operation }) => operation === "ADD");
  const modules = scope.policies.extensions.map(extensionOf).filter(({ wasm }) => wasm);
  return [
    ...planAdded<TypedExtensionConfig>(added),
    ...modules.map((extension) => {
      const canFetch = scope.proxy.dialect === "istio";
      return plan(extension.name, buildModule, { extension, canFetch }, extension.policy.key);
    }),
  ].filter(({ name }) => wanted.has(name));
}

interface ModuleKey {
  readonly extension: Extension;
  /** Whether an agent beside the proxy fetches modules. */
  readonly canFetch: boolean;
}

function buildModule({ extension, canFetch }: ModuleKey): Built<TypedExtensionConfig> {
  const { name, sees, wasm, policy } = extension;
  if (wasm && !canFetch && !isFile(wasm)) return buildStandIn(extension, wasm);
  const config = wasm && wasmConfig(extension, wasm);
  return {
    message: {
      name,
      typedConfig:
        sees === "connections"
          ? any("envoy.extensions.filters.network.wasm.v3.Wasm", { config })
          : any("envoy.extensions.filters.http.wasm.v3.Wasm", { config }),
    },
    sources: [policy.key],
  };
}

/** What an agent puts in the place of a module that it cannot fetch: lets all pass, or nothing, as the strategy says. */
function buildStandIn(
  { name, sees, policy }: Extension,
  { url, failStrategy }: WasmModule,
): Built<TypedExtensionConfig> {
  const opens = failStrategy === "FAIL_OPEN";
  // Rules that allow, of which there are none, allow nothing.
  const rules = opens ? {} : { rules: {} };
  const typedConfig =
    sees === "connections"
      ? any("envoy.extensions.filters.network.rbac.v3.RBAC", { statPrefix: "wasm_missing", ...rules })
      : any("envoy.extensions.filters.http.rbac.v3.RBAC", rules);
  const fate = opens ? "all passes without it" : "nothing passes";
  const message = `must be a file for proxies without Istio's agent, which cannot fetch '${url}': ${fate}`;
  const problems = [configProblem(policy.key, "FW1244", ["spec"], message)];
  return { message: { name, typedConfig }, sources: [policy.key], problems };
}
