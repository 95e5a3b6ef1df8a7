/** A resource in proto3 JSON. */
export interface Message {
  readonly name?: string;
  readonly clusterName?: string;
  readonly [field: string]: unknown;
}

/** The name by which a resource is asked for. */
export function nameOf({ name, clusterName }: Message): string {
  return name ?? clusterName ?? "";
}

/** The load assignments that clusters name. */
export function endpointNames(clusters: readonly Message[]): readonly string[] {
  return distinct(
    clusters.flatMap((cluster) => {
      const { type, edsClusterConfig } = cluster as { type?: string; edsClusterConfig?: { serviceName?: string } };
      return type === "EDS" ? [edsClusterConfig?.serviceName ?? nameOf(cluster)] : [];
    }),
  );
}

/** The route configurations that listeners name. */
export function routeNames(listeners: readonly Message[]): readonly string[] {
  return distinct([...within(listeners)].flatMap(({ rds }) => textIn(rds, "routeConfigName")));
}

/** The filter configurations that listeners name. */
export function extensionNames(listeners: readonly Message[]): readonly string[] {
  return distinct([...within(listeners)].flatMap((each) => ("configDiscovery" in each ? textIn(each, "name") : [])));
}

type Fields = { readonly [field: string]: unknown };

/** Every object in a value, at any depth. */
export function* within(value: unknown): Generator<Fields> {
  if (value === null || typeof value !== "object") return;
  if (!Array.isArray(value)) yield value as Fields;
  for (const each of Object.values(value)) yield* within(each);
}

function textIn(value: unknown, field: string): readonly string[] {
  const text = value !== null && typeof value === "object" ? (value as Fields)[field] : undefined;
  return typeof text === "string" ? [text] : [];
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
