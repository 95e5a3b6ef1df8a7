import type { TypedExtensionConfig } from "../../gen/envoy/config/core/v3.ts";
import { any } from "../any.ts";
import { distinctNames } from "../distinct-names.ts";
import { planAdded } from "../patch/plan-added.ts";
import { viewPatches } from "../patch/view-patches.ts";
import { type Built, type Plan, plan } from "../plan.ts";
import type { View } from "../view.ts";
import { type Extension, extensionOf } from "./extension.ts";
import { wasmConfig } from "./wasm-config.ts";

/** Configurations of filters that listeners name but do not hold: those that patches add, and Wasm modules. */
export function planExtensions({ scope }: View, names: readonly string[]): readonly Plan<TypedExtensionConfig>[] {
  const wanted = new Set(names);
  const added = viewPatches(scope)
    .of("EXTENSION_CONFIG")
    .filter(({ operation }) => operation === "ADD");
  const modules = scope.policies.extensions.map(extensionOf).filter(({ wasm }) => wasm);
  return distinctNames([
    ...planAdded<TypedExtensionConfig>(added),
    ...modules.map((extension) => plan(extension.name, buildModule, { extension }, extension.policy.key)),
  ]).filter(({ name }) => wanted.has(name));
}

function buildModule({ extension }: { readonly extension: Extension }): Built<TypedExtensionConfig> {
  const { name, sees, wasm, policy } = extension;
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
