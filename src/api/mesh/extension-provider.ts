import type { Report } from "../problem.ts";
import { list, obj, opt, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { extAuthzGrpcProvider, extAuthzHttpProvider } from "./ext-authz-provider.ts";
import { fileAccessLogProvider, httpAlsProvider, otelAlsProvider, tcpAlsProvider } from "./log-providers.ts";
import { namesService, serviceFields } from "./provider-service.ts";
import {
  datadogProvider,
  lightstepProvider,
  opencensusProvider,
  opentelemetryProvider,
  skywalkingProvider,
  stackdriverProvider,
  zipkinProvider,
} from "./tracing-providers.ts";

const sdsProvider = obj(
  {
    name: opt(1, str(), "Name by which gateways refer to it."),
    ...serviceFields({ service: 2, port: 3 }),
  },
  { checks: [namesService] },
);

const sort = { oneof: "provider" } as const;
const replaced = { ...sort, deprecated: "use `opentelemetry`" } as const;

/** Every sort of provider; a provider is of one sort. */
const sorts = {
  envoyExtAuthzHttp: opt(2, extAuthzHttpProvider, "Decides on requests, asked over HTTP.", sort),
  envoyExtAuthzGrpc: opt(3, extAuthzGrpcProvider, "Decides on requests and connections, asked over gRPC.", sort),
  zipkin: opt(4, zipkinProvider, "Takes spans as Zipkin does.", sort),
  lightstep: opt(5, lightstepProvider, "Takes spans for Lightstep.", replaced),
  datadog: opt(6, datadogProvider, "Takes spans for Datadog.", sort),
  stackdriver: opt(7, stackdriverProvider, "Takes spans and logs for Stackdriver.", sort),
  opencensus: opt(8, opencensusProvider, "Takes spans for OpenCensus.", replaced),
  skywalking: opt(9, skywalkingProvider, "Takes spans for SkyWalking.", sort),
  opentelemetry: opt(15, opentelemetryProvider, "Takes spans over OTLP.", sort),
  prometheus: opt(10, obj({}), "Makes metrics for Prometheus.", sort),
  envoyFileAccessLog: opt(11, fileAccessLogProvider, "Writes access logs to a file.", sort),
  envoyHttpAls: opt(12, httpAlsProvider, "Takes access logs of HTTP requests.", sort),
  envoyTcpAls: opt(13, tcpAlsProvider, "Takes access logs of TCP connections.", sort),
  envoyOtelAls: opt(14, otelAlsProvider, "Takes access logs over OTLP.", sort),
  sds: opt(16, sdsProvider, "Gives gateways their secrets.", sort),
};

/** The field that says of which sort a provider is. */
export type ExtensionProviderSort = keyof typeof sorts;

const sortNames = Object.keys(sorts) as readonly ExtensionProviderSort[];

/** Of which sort a provider is; undefined if it does not say. */
export function sortOf(
  provider: { readonly [sort in ExtensionProviderSort]?: unknown },
): ExtensionProviderSort | undefined {
  return sortNames.find((name) => provider[name] !== undefined);
}

/** Something outside of the proxy that authorization or telemetry refers to by its name. */
export const extensionProvider = obj(
  { name: opt(1, str(), "Name by which policies refer to it."), ...sorts },
  {
    checks: [
      (provider, report) => {
        if (!provider.name) report("FW0811", "should be set", "name");
        if (!sortOf(provider)) report("FW0812", "should be of one sort, such as `zipkin` or `envoyExtAuthzGrpc`");
      },
    ],
  },
);

export interface SdsProvider extends Infer<typeof sdsProvider> {}
export interface ExtensionProvider extends Infer<typeof extensionProvider> {}

/** The mesh's providers. Of two with the same name the later one serves, which is hardly what was meant. */
export const extensionProviders = list(extensionProvider, { checks: [haveOwnNames] });

function haveOwnNames(providers: readonly { readonly name?: string | undefined }[], report: Report): void {
  const seen = new Set<string>();
  providers.forEach(({ name }, i) => {
    if (!name) return;
    if (seen.has(name)) report("FW0811", `should be another name: '${name}' is taken`, i, "name");
    seen.add(name);
  });
}
