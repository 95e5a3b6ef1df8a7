import type { AccessLogging, ResourceKey, TelemetryMetrics, TelemetryTracing, WorkloadMode } from "../../api/index.ts";
import type { OutboundScope } from "../../mesh/index.ts";
import type { ListenerClass } from "./listener-class.ts";
import type { ExtensionProvider } from "./telemetry-provider.ts";

/** What the Telemetry objects of a workload say, the widest first: of the mesh, of its namespace, of the workload. */
export interface TelemetrySections {
  readonly metrics: readonly TelemetryMetrics[];
  readonly tracing: readonly TelemetryTracing[];
  /** The sections of one object belong together. */
  readonly accessLogging: readonly (readonly AccessLogging[])[];
  readonly sources: readonly ResourceKey[];
}

/** Gathers what is said for a workload. */
export function telemetrySections({ policies }: OutboundScope): TelemetrySections {
  const specs = policies.telemetries.map(({ resource }) => resource.spec ?? {});
  return {
    metrics: specs.flatMap(({ metrics = [] }) => metrics),
    tracing: specs.flatMap(({ tracing = [] }) => tracing),
    accessLogging: specs.flatMap(({ accessLogging = [] }) => (accessLogging.length > 0 ? [accessLogging] : [])),
    sources: policies.telemetries.map(({ key }) => key),
  };
}

/** Whether a section is for listeners of a class: a gateway is a client of what is behind it. */
export function isForClass(mode: WorkloadMode | undefined, listenerClass: ListenerClass): boolean {
  return !mode || mode === "CLIENT_AND_SERVER" || mode === (listenerClass === "inbound" ? "SERVER" : "CLIENT");
}

interface NamesProviders {
  readonly providers?: readonly { readonly name: string }[] | undefined;
}

/** The providers that a section names. */
export function namesOf({ providers = [] }: NamesProviders): readonly string[] {
  return providers.map(({ name }) => name);
}

/** The mesh's provider of a name, whatever its letters' case. */
export function findProvider({ settings }: OutboundScope, name: string): ExtensionProvider | undefined {
  const wanted = name.toLowerCase();
  return settings.config.extensionProviders?.find((each) => each.name?.toLowerCase() === wanted);
}
