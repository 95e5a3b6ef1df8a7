// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
export interface MetricConfig {
  readonly dimensions?: { readonly [key: string]: string } | undefined;
  readonly name?: string | undefined;
  readonly tagsToRemove?: readonly string[] | undefined;
  readonly match?: string | undefined;
  readonly drop?: boolean | undefined;
}

export interface MetricDefinition {
  readonly name?: string | undefined;
  readonly value?: string | undefined;
  readonly type?: "COUNTER" | "GAUGE" | "HISTOGRAM" | undefined;
}

export interface PluginConfig {
  readonly disableHostHeaderFallback?: boolean | undefined;
  readonly tcpReportingDuration?: string | undefined;
  readonly metrics?: readonly MetricConfig[] | undefined;
  readonly definitions?: readonly MetricDefinition[] | undefined;
  readonly reporter?: "UNSPECIFIED" | "SERVER_GATEWAY" | undefined;
  readonly rotationInterval?: string | undefined;
  readonly gracefulDeletionInterval?: string | undefined;
}
