import { clientTlsSettings } from "../istio/client-tls.ts";
import { bool, choice, double, int64, list, map, obj, opt, str, uint32 } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { isCollectorAddress, isProxyAddress } from "./proxy-address.ts";

/** Headers by which OpenCensus passes a trace on. */
export const openCensusContext = choice({
  UNSPECIFIED: 0,
  W3C_TRACE_CONTEXT: 1,
  GRPC_BIN: 2,
  CLOUD_TRACE_CONTEXT: 3,
  B3: 4,
});

const isPercentage: Check<number> = (rate, report) => {
  if (rate < 0 || rate > 100) report("FW0810", `should be from 0 to 100, not ${rate}`);
};

const collector = (doc: string) => obj({ address: opt(1, str({ checks: [isCollectorAddress] }), doc) });

const lightstep = obj(
  {
    address: opt(1, str({ checks: [isProxyAddress] }), "Host and port of Lightstep's satellites."),
    accessToken: opt(2, str(), "Lightstep's access token."),
  },
  {
    checks: [
      (tracer, report) => {
        if (!tracer.address) report("FW0103", "must be set", "address");
        if (!tracer.accessToken) report("FW0103", "must be set", "accessToken");
      },
    ],
  },
);

const wrappedInt64 = int64({ wrapped: true });

const stackdriver = obj({
  debug: opt(1, bool(), "Whether spans are also written to standard output."),
  maxNumberOfAttributes: opt(2, wrappedInt64, "Attributes per span at most; default: 200."),
  maxNumberOfAnnotations: opt(3, wrappedInt64, "Annotations per span at most; default: 200."),
  maxNumberOfMessageEvents: opt(4, wrappedInt64, "Message events per span at most; default: 200."),
});

const openCensusAgent = obj({
  address: opt(1, str(), "Address of the agent, in the form that gRPC has for names."),
  context: opt(2, list(openCensusContext), "Headers that pass the trace on; default: `W3C_TRACE_CONTEXT`."),
});

const customTag = obj({
  literal: opt(1, obj({ value: opt(1, str(), "The text.") }), "The same text on every span.", { oneof: "type" }),
  environment: opt(
    2,
    obj({
      name: opt(1, str(), "Name of the variable."),
      defaultValue: opt(2, str(), "Text to use if the variable is not set; absent: no tag."),
    }),
    "The value of one of the proxy's environment variables.",
    { oneof: "type" },
  ),
  header: opt(
    3,
    obj({
      name: opt(1, str(), "Name of the header."),
      defaultValue: opt(2, str(), "Text to use if the request has no such header; absent: no tag."),
    }),
    "The value of a header of the request.",
    { oneof: "type" },
  ),
});

/** Tracing as the proxy's own configuration has it; Telemetry objects say more and win. */
export const proxyTracing = obj({
  zipkin: opt(1, collector("Host and port of Zipkin, such as `zipkin:9411`."), "Sends spans to Zipkin.", {
    oneof: "tracer",
  }),
  lightstep: opt(2, lightstep, "Sends spans to Lightstep.", { oneof: "tracer" }),
  datadog: opt(3, collector("Host and port of Datadog's agent."), "Sends spans to Datadog.", { oneof: "tracer" }),
  stackdriver: opt(4, stackdriver, "Sends spans to Stackdriver.", { oneof: "tracer" }),
  openCensusAgent: opt(9, openCensusAgent, "Sends spans to an agent of OpenCensus.", { oneof: "tracer" }),
  customTags: opt(5, map(customTag), "Further tags on every span, by their names."),
  maxPathTagLength: opt(6, uint32(), "Characters of the path that a span tells at most; default: 256."),
  sampling: opt(7, double({ checks: [isPercentage] }), "How many requests are traced, in percent; default: 1."),
  tlsSettings: opt(8, clientTlsSettings, "TLS towards the collector."),
  enableIstioTags: opt(10, bool({ wrapped: true }), "Whether spans carry the mesh's own tags; default: yes."),
});

export interface ProxyTracing extends Infer<typeof proxyTracing> {}
