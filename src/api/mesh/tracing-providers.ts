import { bool, choice, int32, int64, list, map, obj, opt, str, uint32 } from "../schema/build.ts";
import { duration } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";
import { namesService, providerGrpc, providerHeader, providerHttp, serviceFields } from "./provider-service.ts";
import { openCensusContext } from "./proxy-tracing.ts";

const behindService = serviceFields({ service: 1, port: 2 });
const maxTagLength = (number: number) => opt(number, uint32(), "Characters of the path that a span tells at most.");

/** Spans to Zipkin, or to whatever understands its API. */
export const zipkinProvider = obj(
  {
    ...behindService,
    maxTagLength: maxTagLength(3),
    enable64bitTraceId: opt(4, bool(), "Whether the ids of traces have 64 bits instead of 128; default: no."),
    path: opt(5, str(), "Path that spans are sent to; default: `/api/v2/spans`."),
    traceContextOption: opt(
      6,
      choice({ USE_B3: 0, USE_B3_WITH_W3C_PROPAGATION: 1 }),
      "Headers that pass the trace on: B3's alone (`USE_B3`, the default) or the W3C's too.",
    ),
    timeout: opt(7, duration(), "How long sending may take; default: `5s`."),
    headers: opt(8, list(providerHeader), "Further headers of the requests."),
  },
  { checks: [namesService] },
);

/** Spans to Lightstep. */
export const lightstepProvider = obj(
  {
    ...behindService,
    accessToken: opt(3, str(), "Lightstep's access token."),
    maxTagLength: maxTagLength(4),
  },
  {
    checks: [
      namesService,
      (provider, report) => {
        if (!provider.accessToken) report("FW0818", "should be set", "accessToken");
      },
    ],
  },
);

/** Spans to Datadog's agent. */
export const datadogProvider = obj({ ...behindService, maxTagLength: maxTagLength(3) }, { checks: [namesService] });

/** Spans to SkyWalking. */
export const skywalkingProvider = obj(
  { ...behindService, accessToken: opt(3, str(), "SkyWalking's access token.") },
  { checks: [namesService] },
);

/** Spans to an agent of OpenCensus. */
export const opencensusProvider = obj(
  {
    ...behindService,
    context: opt(3, list(openCensusContext), "Headers that pass the trace on; default: `W3C_TRACE_CONTEXT`."),
    maxTagLength: maxTagLength(4),
  },
  { checks: [namesService] },
);

const wrappedInt64 = int64({ wrapped: true });
const noEffect = { deprecated: "it has no effect" } as const;

/** Spans and logs to Stackdriver. */
export const stackdriverProvider = obj({
  debug: opt(1, bool(), "Whether spans are also written to standard output.", noEffect),
  maxNumberOfAttributes: opt(2, wrappedInt64, "Attributes per span at most.", noEffect),
  maxNumberOfAnnotations: opt(3, wrappedInt64, "Annotations per span at most.", noEffect),
  maxNumberOfMessageEvents: opt(4, wrappedInt64, "Message events per span at most.", noEffect),
  maxTagLength: maxTagLength(5),
  logging: opt(
    6,
    obj({ labels: opt(1, map(str()), "Labels of a log entry: expressions of CEL by the labels' names.") }),
    "What log entries carry.",
  ),
});

const dynatraceSampler = obj({
  tenant: opt(1, str(), "The customer's id at Dynatrace."),
  clusterId: opt(2, int32(), "The cluster's id at Dynatrace."),
  rootSpansPerMinute: opt(3, uint32(), "Traces per minute while Dynatrace cannot be asked; default: 1000."),
  httpService: opt(
    4,
    obj(
      { ...behindService, http: opt(3, providerHttp, "Path and headers of the question.") },
      { checks: [namesService] },
    ),
    "Where to ask for the rate; absent: where the spans go.",
  ),
});

/** Spans over OTLP. */
export const opentelemetryProvider = obj(
  {
    ...behindService,
    maxTagLength: maxTagLength(3),
    http: opt(4, providerHttp, "Sends over HTTP; absent: over gRPC."),
    grpc: opt(7, providerGrpc, "How gRPC is used."),
    resourceDetectors: opt(
      5,
      obj({
        environment: opt(1, obj({}), "Reads the variable `OTEL_RESOURCE_ATTRIBUTES`."),
        dynatrace: opt(2, obj({}), "Reads Dynatrace's files."),
      }),
      "Where the attributes of the proxy as a resource come from.",
    ),
    serviceAttributeEnrichment: opt(
      8,
      choice({ ISTIO_CANONICAL: 0, OTEL_SEMANTIC_CONVENTIONS: 1 }),
      "How the service is named: the mesh's way (`ISTIO_CANONICAL`, the default) or OpenTelemetry's.",
    ),
    dynatraceSampler: opt(6, dynatraceSampler, "Lets Dynatrace say how much is traced.", { oneof: "sampling" }),
  },
  {
    checks: [
      namesService,
      (provider, report) => {
        if (provider.http && provider.grpc) report("FW0817", "should have `http` or `grpc`, not both");
      },
    ],
  },
);

export interface ZipkinProvider extends Infer<typeof zipkinProvider> {}
export interface LightstepProvider extends Infer<typeof lightstepProvider> {}
export interface DatadogProvider extends Infer<typeof datadogProvider> {}
export interface SkywalkingProvider extends Infer<typeof skywalkingProvider> {}
export interface OpencensusProvider extends Infer<typeof opencensusProvider> {}
export interface StackdriverProvider extends Infer<typeof stackdriverProvider> {}
export interface OpentelemetryProvider extends Infer<typeof opentelemetryProvider> {}
