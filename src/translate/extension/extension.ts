import type { TrafficExtension, WasmPlugin } from "../../api/index.ts";
import type { Policy } from "../../mesh/index.ts";

type TrafficSelector = NonNullable<TrafficExtension["spec"]["match"]>[number];

/** What says which Wasm module to run and how, in either kind. */
export type WasmModule = NonNullable<TrafficExtension["spec"]["wasm"]>;

/** A user's own filter, from a WasmPlugin or a TrafficExtension: the same in both. */
export interface Extension {
  readonly policy: Policy<WasmPlugin | TrafficExtension>;
  /** Unique among all: `namespace.name`, of a WasmPlugin with a mark that no other object's name can have. */
  readonly id: string;
  /** The name of its filter, and by which its configuration is asked for. */
  readonly name: string;
  readonly phase: "AUTHN" | "AUTHZ" | "STATS" | "UNSPECIFIED";
  /** Whether it sees requests or connections. */
  readonly sees: "requests" | "connections";
  /** Traffic that it sees; empty: all. */
  readonly match: readonly TrafficSelector[];
  readonly wasm?: WasmModule;
  /** Lua's text. */
  readonly lua?: string;
}

const known = new WeakMap<Policy<WasmPlugin | TrafficExtension>, Extension>();

/** Reads a WasmPlugin or a TrafficExtension; the same object each time. */
export function extensionOf(policy: Policy<WasmPlugin | TrafficExtension>): Extension {
  const before = known.get(policy);
  if (before) return before;
  const { resource, namespace, name } = policy;
  const id = `${namespace}.${name}${resource.kind === "WasmPlugin" ? translatedMark : ""}`;
  const { phase = "UNSPECIFIED", match = [] } = resource.spec;
  const { wasm, lua } = programOf(policy);
  const made: Extension = {
    policy,
    id,
    name: `extensions.istio.io/trafficextension/${id}`,
    phase: phase === "UNSPECIFIED_PHASE" ? "UNSPECIFIED" : phase,
    sees: wasm?.type === "NETWORK" ? "connections" : "requests",
    match,
    ...(wasm && { wasm }),
    ...(lua !== undefined && { lua }),
  };
  known.set(policy, made);
  return made;
}

/** Tools of Istio read this name too: there a WasmPlugin is turned into a TrafficExtension so named. */
const translatedMark = "~istio-translated-wasmplugin";

function programOf({ resource }: Policy<WasmPlugin | TrafficExtension>): { wasm?: WasmModule; lua?: string } {
  if (resource.kind === "WasmPlugin") return { wasm: resource.spec as WasmPlugin["spec"] };
  const { wasm, lua } = resource.spec as TrafficExtension["spec"];
  if (wasm) return { wasm };
  return lua ? { lua: lua.inlineCode } : {};
}
