import type { OutboundScope } from "../../mesh/index.ts";
import { any } from "../any.ts";
import { protoDuration } from "../proto-duration.ts";
import { findCollector } from "./collector.ts";
import { openTelemetry } from "./open-telemetry.ts";
import { headerOptions } from "./provider-headers.ts";
import { serviceNameOf } from "./service-name.ts";
import type { ExtensionProvider, ProviderTracing } from "./telemetry-provider.ts";

/** How spans get to a provider; undefined if it is none for traces, or the proxy cannot reach it. */
export function tracingProvider(scope: OutboundScope, provider: ExtensionProvider): ProviderTracing | undefined {
  if (provider.zipkin) return zipkin(scope, provider.zipkin);
  if (provider.datadog) return datadog(scope, provider.datadog);
  if (provider.skywalking) return skywalking(scope, provider.skywalking);
  if (provider.opentelemetry) return openTelemetry(scope, provider.opentelemetry);
  return undefined;
}

function zipkin(scope: OutboundScope, provider: NonNullable<ExtensionProvider["zipkin"]>): ProviderTracing | undefined {
  const collector = findCollector(scope, provider);
  if (!collector) return undefined;
  const { path = "/api/v2/spans", headers = [], enable64bitTraceId, traceContextOption } = provider;
  const timeout = protoDuration(provider.timeout) ?? "5s";
  const typedConfig = any("envoy.config.trace.v3.ZipkinConfig", {
    collectorEndpointVersion: "HTTP_JSON",
    collectorService: {
      httpUri: { uri: `http://${collector.hostname}${path}`, cluster: collector.cluster, timeout },
      ...(headers.length > 0 && { requestHeadersToAdd: headerOptions(headers) }),
    },
    traceId128bit: !enable64bitTraceId,
    sharedSpanContext: false,
    ...(traceContextOption && { traceContextOption }),
  });
  return { provider: { name: "envoy.tracers.zipkin", typedConfig }, ...tagLength(provider) };
}

function datadog(
  scope: OutboundScope,
  provider: NonNullable<ExtensionProvider["datadog"]>,
): ProviderTracing | undefined {
  const collector = findCollector(scope, provider);
  if (!collector) return undefined;
  const typedConfig = any("envoy.config.trace.v3.DatadogConfig", {
    collectorCluster: collector.cluster,
    collectorHostname: collector.hostname,
    serviceName: serviceNameOf(scope),
  });
  return { provider: { name: "envoy.tracers.datadog", typedConfig }, ...tagLength(provider) };
}

function skywalking(
  scope: OutboundScope,
  provider: NonNullable<ExtensionProvider["skywalking"]>,
): ProviderTracing | undefined {
  const collector = findCollector(scope, provider);
  if (!collector) return undefined;
  const { accessToken } = provider;
  const typedConfig = any("envoy.config.trace.v3.SkyWalkingConfig", {
    grpcService: { envoyGrpc: { clusterName: collector.cluster, authority: collector.hostname } },
    ...(accessToken && { clientConfig: { backendToken: accessToken } }),
  });
  return { provider: { name: "envoy.tracers.skywalking", typedConfig }, spawnUpstreamSpan: true };
}

function tagLength({ maxTagLength }: { readonly maxTagLength?: number | undefined }): ProviderTracing {
  return maxTagLength ? { maxPathTagLength: maxTagLength } : {};
}
