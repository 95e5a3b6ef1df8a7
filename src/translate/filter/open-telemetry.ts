import type { HttpService, TypedExtensionConfig } from "../../gen/envoy/config/core/v3.ts";
import type { OutboundScope } from "../../mesh/index.ts";
import { any } from "../any.ts";
import { protoDuration } from "../proto-duration.ts";
import { type Collector, findCollector } from "./collector.ts";
import { headerOptions, headerValues } from "./provider-headers.ts";
import { serviceNameOf } from "./service-name.ts";
import type { ExtensionProvider, ProviderTracing } from "./telemetry-provider.ts";

type OpenTelemetryProvider = NonNullable<ExtensionProvider["opentelemetry"]>;
type ProviderHttp = NonNullable<OpenTelemetryProvider["http"]>;

/** Spans over OTLP, by HTTP or gRPC. */
export function openTelemetry(scope: OutboundScope, provider: OpenTelemetryProvider): ProviderTracing | undefined {
  const collector = findCollector(scope, provider);
  if (!collector) return undefined;
  const sampler = samplerOf(scope, provider, collector);
  const detectors = detectorsOf(provider);
  const typedConfig = any("envoy.config.trace.v3.OpenTelemetryConfig", {
    ...(provider.http ? { httpService: httpService(collector, provider.http) } : grpcService(collector, provider)),
    serviceName: serviceNameOf(scope),
    ...(detectors.length > 0 && { resourceDetectors: detectors }),
    ...(sampler && { sampler }),
  });
  const { maxTagLength } = provider;
  return {
    provider: { name: "envoy.tracers.opentelemetry", typedConfig },
    ...(maxTagLength && { maxPathTagLength: maxTagLength }),
    ...(sampler && { sampler: true }),
  };
}

function httpService({ hostname, cluster }: Collector, provider: ProviderHttp): HttpService {
  const { path = "", headers = [] } = provider;
  const timeout = protoDuration(provider.timeout);
  return {
    httpUri: { uri: `${hostname}/${path.replace(/^\/+/, "")}`, cluster, ...(timeout && { timeout }) },
    ...(headers.length > 0 && { requestHeadersToAdd: headerOptions(headers) }),
  };
}

function grpcService({ hostname, cluster }: Collector, { grpc = {} }: OpenTelemetryProvider) {
  const { initialMetadata = [] } = grpc;
  const timeout = protoDuration(grpc.timeout);
  return {
    grpcService: {
      envoyGrpc: { clusterName: cluster, authority: hostname },
      ...(timeout && { timeout }),
      ...(initialMetadata.length > 0 && { initialMetadata: headerValues(initialMetadata) }),
    },
  };
}

function detectorsOf({ resourceDetectors: { environment, dynatrace } = {} }: OpenTelemetryProvider) {
  return [...(environment ? [environmentDetector] : []), ...(dynatrace ? [dynatraceDetector] : [])];
}

const environmentDetector: TypedExtensionConfig = {
  name: "envoy.tracers.opentelemetry.resource_detectors.environment",
  typedConfig: any(
    "envoy.extensions.tracers.opentelemetry.resource_detectors.v3.EnvironmentResourceDetectorConfig",
    {},
  ),
};

const dynatraceDetector: TypedExtensionConfig = {
  name: "envoy.tracers.opentelemetry.resource_detectors.dynatrace",
  typedConfig: any("envoy.extensions.tracers.opentelemetry.resource_detectors.v3.DynatraceResourceDetectorConfig", {}),
};

/** Dynatrace tells how much is traced: it is asked where the spans go, or at a service of its own. */
function samplerOf(
  scope: OutboundScope,
  { dynatraceSampler: sampler, http }: OpenTelemetryProvider,
  collector: Collector,
): TypedExtensionConfig | undefined {
  if (!sampler) return undefined;
  const own = sampler.httpService;
  const asked = own ? findCollector(scope, own) : collector;
  const call = own ? own.http : http && { ...http, path: "api/v2/samplingConfiguration" };
  if (!asked || !call) return undefined;
  return {
    name: "envoy.tracers.opentelemetry.samplers.dynatrace",
    typedConfig: any("envoy.extensions.tracers.opentelemetry.samplers.v3.DynatraceSamplerConfig", {
      tenant: sampler.tenant,
      clusterId: sampler.clusterId,
      httpService: httpService(asked, call),
      rootSpansPerMinute: sampler.rootSpansPerMinute,
    }),
  };
}
