import type { MeshProxyConfig, ProxyTracing, TelemetryTracing } from "../../api/index.ts";
import { getOwn } from "../../base/json.ts";
import type { HttpConnectionManager_Tracing } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { CustomTag } from "../../gen/envoy/type/tracing/v3.ts";
import type { OutboundScope } from "../../mesh/index.ts";
import type { ListenerClass } from "./listener-class.ts";
import { findProvider, isForClass, namesOf, telemetrySections } from "./telemetry-sections.ts";
import { tracingProvider } from "./tracing-provider.ts";

/** Percent of requests that are traced if nobody says how many. */
const defaultSampling = 1;

/** How a proxy takes part in traces. */
export interface ProxyTraces {
  /** Undefined: it takes no part. */
  readonly tracing?: HttpConnectionManager_Tracing;
  /** Whether a request is traced is written into its id. */
  readonly decidesById: boolean;
}

/**
 * The traces of a proxy's listeners. If nobody names a provider, the proxy passes traces on, and reports where its bootstrap
 * says; a provider that it cannot reach means no tracing.
 */
export function tracesOf(
  scope: OutboundScope,
  { tracing = {} }: MeshProxyConfig,
  listenerClass: ListenerClass,
): ProxyTraces {
  const { enableTracing = true, defaultProviders } = scope.settings.config;
  const sections = telemetrySections(scope).tracing;
  const [byDefault] = defaultProviders?.tracing ?? [];
  if (sections.length === 0 && byDefault === undefined) {
    return { ...(enableTracing && { tracing: fieldsOf(scope, tracing, {}) }), decidesById: true };
  }
  const here = sections.filter(({ match }) => isForClass(match?.mode, listenerClass));
  const name = here.map(namesOf).findLast((names) => names.length > 0)?.[0] ?? byDefault;
  const wanted = name === undefined ? undefined : findProvider(scope, name);
  const provider = wanted && tracingProvider(scope, wanted);
  const said = joined(here);
  if (!provider || said.disableSpanReporting) return { decidesById: true };
  const { sampler, maxPathTagLength = tracing.maxPathTagLength, ...fields } = provider;
  return {
    tracing: {
      ...fields,
      // At the edge what the gateway does with a request is a part of its own.
      ...(listenerClass === "gateway" && { spawnUpstreamSpan: true }),
      ...fieldsOf(scope, tracing, said),
      ...(sampler && { randomSampling: { value: 100 } }),
      ...(maxPathTagLength && { maxPathTagLength }),
      ...(said.disableContextPropagation && { noContextPropagation: true }),
    },
    decidesById: said.useRequestIdForTraceSampling ?? true,
  };
}

/** Narrower sections stand over wider ones, field by field. */
function joined(sections: readonly TelemetryTracing[]): TelemetryTracing {
  const given = sections.flatMap((section) =>
    Object.entries(section).filter(([, value]) => value !== undefined && value !== null),
  );
  return Object.fromEntries(given) as TelemetryTracing;
}

function fieldsOf(scope: OutboundScope, tracing: ProxyTracing, said: TelemetryTracing): HttpConnectionManager_Tracing {
  const { maxPathTagLength } = tracing;
  return {
    clientSampling: { value: 100 },
    randomSampling: { value: said.randomSamplingPercentage ?? sampling(tracing) },
    overallSampling: { value: 100 },
    ...(maxPathTagLength && { maxPathTagLength }),
    customTags: customTags(scope, tracing, said),
  };
}

function sampling({ sampling: percent }: ProxyTracing): number {
  return percent && percent <= 100 ? percent : defaultSampling;
}

type OwnTags = NonNullable<TelemetryTracing["customTags"]> | NonNullable<ProxyTracing["customTags"]>;

/** The tags of Telemetry take the place of the proxy's own settings. */
function customTags(scope: OutboundScope, tracing: ProxyTracing, said: TelemetryTracing): readonly CustomTag[] {
  const meshTags = said.enableIstioTags ?? tracing.enableIstioTags ?? true;
  const own: OwnTags =
    Object.keys(said.customTags ?? {}).length > 0 ? (said.customTags ?? {}) : (tracing.customTags ?? {});
  const tags = [...(meshTags ? [...workloadTags(scope), ...dryRunTags] : []), ...Object.entries(own).flatMap(ownTag)];
  return tags.sort((a, b) => ((a.tag ?? "") < (b.tag ?? "") ? -1 : 1));
}

function ownTag([tag, value]: readonly [string, OwnTags[string]]): readonly CustomTag[] {
  const { literal, environment, header } = value;
  if (literal) return [{ tag, literal }];
  if (environment) return [{ tag, environment }];
  if (header) return [{ tag, requestHeader: header }];
  return "formatter" in value && value.formatter ? [{ tag, value: value.formatter.value }] : [];
}

/** What the workload is called in traces. */
function workloadTags({ proxy, labels }: OutboundScope): CustomTag[] {
  const meshId = proxy.metadata["MESH_ID"];
  const texts = {
    canonical_revision: getOwn(labels, "service.istio.io/canonical-revision") || "latest",
    canonical_service: getOwn(labels, "service.istio.io/canonical-name") || "unknown",
    cluster_id: proxy.cluster || "unknown",
    mesh_id: typeof meshId === "string" && meshId !== "" ? meshId : "unknown",
    namespace: proxy.namespace || "default",
  };
  return Object.entries(texts).map(([name, value]) => ({ tag: `istio.${name}`, literal: { value } }));
}

/** What policies that are only tried out would have decided. The tags stay away where there is no such policy. */
const dryRunTags: readonly CustomTag[] = ["allow", "deny"].flatMap((action) => [
  dryRunTag(`${action}_policy.name`, `istio_dry_run_${action}_shadow_effective_policy_id`),
  dryRunTag(`${action}_policy.result`, `istio_dry_run_${action}_shadow_engine_result`),
]);

function dryRunTag(name: string, key: string): CustomTag {
  return {
    tag: `istio.authorization.dry_run.${name}`,
    metadata: { kind: { request: {} }, metadataKey: { key: "envoy.filters.http.rbac", path: [{ key }] } },
  };
}
