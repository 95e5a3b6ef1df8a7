// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { PluginConfig as envoy_extensions_wasm_v3_PluginConfig } from "../../../wasm/v3.ts";

export interface Wasm {
  readonly config?: envoy_extensions_wasm_v3_PluginConfig | undefined;
}
