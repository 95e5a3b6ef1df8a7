import { atLeastOne } from "../checks/across.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { choice, int32, list, obj, opt, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { rejectDryRun } from "./dry-run.ts";
import { objectWithSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { attachmentListFields, isAttachedOnce } from "./policy-attachment.ts";
import { trafficSelector } from "./traffic-selector.ts";
import { wasmModuleFields } from "./wasm-module.ts";

const luaConfig = obj({
  inlineCode: req(1, str({ minLength: 1, maxLength: 65536 }), "The program, up to 65536 characters."),
});

const wasmConfig = obj(wasmModuleFields({ url: 1, failStrategy: 8, vmConfig: 9, type: 10 }));

const trafficExtensionSpec = obj(
  {
    ...attachmentListFields({ targetRefs: 2 }),
    phase: opt(
      3,
      choice({ UNSPECIFIED: 0, AUTHN: 1, AUTHZ: 2, STATS: 3 }),
      "Stands before the mesh's filters for authentication, authorization or statistics; default: last of all.",
    ),
    priority: opt(
      4,
      int32({ wrapped: true, nullable: true }),
      "Order in a phase, highest first; default: after all that have one.",
    ),
    match: opt(5, list(trafficSelector), "Traffic that the extension sees; absent: all."),
    wasm: opt(6, wasmConfig, "A WebAssembly module.", { oneof: "filter_config" }),
    lua: opt(7, luaConfig, "A Lua program.", { oneof: "filter_config" }),
  },
  { checks: [isAttachedOnce, atLeastOne("wasm", "lua")] },
);

export interface LuaConfig extends Infer<typeof luaConfig> {}
export interface WasmConfig extends Infer<typeof wasmConfig> {}
export interface TrafficExtensionSpec extends Infer<typeof trafficExtensionSpec> {}

/** A filter for proxies, in WebAssembly or Lua. */
export interface TrafficExtension extends Resource {
  readonly spec: TrafficExtensionSpec;
  readonly status?: IstioStatus | undefined;
}

export const trafficExtensionKind = defineKind<TrafficExtension>({
  group: "extensions.istio.io",
  kind: "TrafficExtension",
  versions: [{ name: "v1alpha1" }],
  categories: ["istio-io", "extensions-istio-io"],
  doc: "Adds a filter in WebAssembly or Lua to proxies.",
  schema: objectWithSpec(trafficExtensionSpec, "Which proxies, and which program they run."),
  protobuf: { message: "istio.extensions.v1alpha1.TrafficExtension", of: "spec" },
  validate: rejectDryRun,
});
