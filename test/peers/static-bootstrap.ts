/**
 * Everything a proxy is sent, as one bootstrap that an Envoy without a control plane can judge. Only what names another
 * resource, a secret or a file is replaced by that; the rest is left as it is, so that what Envoy accepts is what was made.
 */

/** A resource in proto3 JSON. */
type Json = { readonly [field: string]: unknown };

/** What a proxy is sent. */
export interface ProxyResources {
  readonly clusters: readonly object[];
  readonly endpoints: readonly object[];
  readonly listeners: readonly object[];
  readonly routes: readonly object[];
  readonly extensions?: readonly object[];
}

/** A certificate with its key, in PEM, that stands for every secret. */
export interface ThrowawayPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/** The bootstrap. */
export function staticBootstrap(resources: ProxyResources, pair: ThrowawayPair): Json {
  const byName = (list: readonly object[] = []) => new Map(list.map((each) => [nameOf(each as Json), each as Json]));
  const endpoints = byName(resources.endpoints);
  const routes = byName(resources.routes);
  const extensions = byName(resources.extensions);
  const secrets = new Map<string, Json>();
  const inline = (value: unknown) => replace(value, { routes, extensions, secrets, pair });
  const listeners = resources.listeners.map(inline);
  const clusters = resources.clusters.map((cluster) => inline(withEndpoints(cluster as Json, endpoints)));
  return {
    node: { id: "validate", cluster: "validate" },
    staticResources: { listeners, clusters, secrets: [...secrets.values()] },
  };
}

interface Known {
  readonly routes: ReadonlyMap<string, Json>;
  readonly extensions: ReadonlyMap<string, Json>;
  /** Filled with each secret that is named. */
  readonly secrets: Map<string, Json>;
  readonly pair: ThrowawayPair;
}

/** A cluster that waits for its endpoints gets them now. */
function withEndpoints(cluster: Json, endpoints: ReadonlyMap<string, Json>): Json {
  if (cluster["type"] !== "EDS") return cluster;
  const { edsClusterConfig, ...rest } = cluster as { edsClusterConfig?: { serviceName?: string } };
  const name = edsClusterConfig?.serviceName ?? nameOf(cluster);
  return { ...rest, type: "STATIC", loadAssignment: endpoints.get(name) ?? { clusterName: name } };
}

function replace(value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((each) => replace(each, known));
  if (value === null || typeof value !== "object") return value;
  // No revocation list can be made up that an Envoy would take.
  const kept = Object.entries(withoutDiscovery(value as Json, known)).filter(([field]) => field !== "crl");
  const fields = kept.map(([field, each]) => {
    if (/SdsSecretConfigs?$/.test(field)) return [field, staticSecrets(field, each, known)];
    return [field, fileContent(field, each, known) ?? replace(each, known)];
  });
  return Object.fromEntries(fields) as Json;
}

/** Certificates and keys of files that only the proxy's machine has. */
function fileContent(field: string, value: unknown, { pair }: Known): unknown {
  if (typeof value !== "object" || value === null || !("filename" in value)) return undefined;
  if (field === "privateKey") return { inlineString: pair.privateKey };
  return field === "certificateChain" || field === "trustedCa" ? { inlineString: pair.certificate } : undefined;
}

function withoutDiscovery(value: Json, { routes, extensions }: Known): Json {
  const { rds, configDiscovery, ...rest } = value as { rds?: { routeConfigName?: string }; configDiscovery?: object };
  if (rds !== undefined) {
    const name = rds.routeConfigName ?? "";
    // Routes that come by discovery are not checked for unknown clusters unless they ask for it; inline ones are.
    return { ...rest, routeConfig: { validateClusters: false, name, ...routes.get(name) } };
  }
  const found = configDiscovery && extensions.get(nameOf(value));
  return found ? { ...rest, typedConfig: found["typedConfig"] } : value;
}

/** A secret by name only is one of the bootstrap. */
function staticSecrets(field: string, value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((each) => staticSecrets(field, each, known));
  const name = nameOf(value as Json);
  const { certificate, privateKey } = known.pair;
  const content = field.startsWith("validation")
    ? { validationContext: { trustedCa: { inlineString: certificate } } }
    : { tlsCertificate: { certificateChain: { inlineString: certificate }, privateKey: { inlineString: privateKey } } };
  known.secrets.set(name, { name, ...content });
  return { name };
}

function nameOf(resource: Json): string {
  return String(resource["name"] ?? resource["clusterName"] ?? "");
}
