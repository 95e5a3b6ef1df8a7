import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { choice, int32, list, obj, opt } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { rejectDryRun } from "./dry-run.ts";
import { objectWithSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { attachmentFields, isAttachedOnce } from "./policy-attachment.ts";
import { trafficSelector } from "./traffic-selector.ts";
import { wasmModuleFields } from "./wasm-module.ts";

const wasmPluginSpec = obj(
  {
    ...attachmentFields({ targetRef: 15, targetRefs: 16 }),
    ...wasmModuleFields({ url: 2, failStrategy: 13, vmConfig: 11, type: 14 }),
    phase: opt(
      9,
      choice({ UNSPECIFIED_PHASE: 0, AUTHN: 1, AUTHZ: 2, STATS: 3 }),
      "Stands before the mesh's filters for authentication, authorization or statistics; default: last of all.",
    ),
    priority: opt(
      10,
      int32({ wrapped: true, nullable: true }),
      "Order in a phase, highest first; default: after all that have one.",
    ),
    match: opt(12, list(trafficSelector), "Traffic that the plugin sees; absent: all."),
  },
  { checks: [isAttachedOnce] },
);

export interface WasmPluginSpec extends Infer<typeof wasmPluginSpec> {}

/** A WebAssembly filter for proxies. */
export interface WasmPlugin extends Resource {
  readonly spec: WasmPluginSpec;
  readonly status?: IstioStatus | undefined;
}

export const wasmPluginKind = defineKind<WasmPlugin>({
  group: "extensions.istio.io",
  kind: "WasmPlugin",
  versions: [{ name: "v1alpha1" }],
  categories: ["istio-io", "extensions-istio-io"],
  doc: "Adds a WebAssembly filter to proxies.",
  schema: objectWithSpec(wasmPluginSpec, "Which proxies, and which module they run."),
  protobuf: { message: "istio.extensions.v1alpha1.WasmPlugin", of: "spec" },
  validate: rejectDryRun,
});
