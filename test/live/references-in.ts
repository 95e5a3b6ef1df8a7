import type { ResourceSet, XdsResource } from "../../src/deliver/index.ts";
import type { EnvoyCodec } from "../../src/translate/index.ts";

/** Names of resources that others speak of, and that Envoy therefore asks for. */
export interface References {
  readonly endpoints: ReadonlySet<string>;
  readonly routes: ReadonlySet<string>;
  readonly certificates: ReadonlySet<string>;
  readonly authorities: ReadonlySet<string>;
  readonly extensions: ReadonlySet<string>;
}

/** A reader of what resources speak of; each resource is read once. */
export function referenceReader(codec: EnvoyCodec): (sets: readonly ResourceSet[]) => References {
  const known = new WeakMap<XdsResource, Found>();
  const read = (resource: XdsResource) => {
    const found = known.get(resource) ?? emptyFound();
    if (!known.has(resource)) {
      known.set(resource, found);
      // A resource is kept as the field of a response, and so is a response with nothing else in it.
      collect(codec.decode("envoy.service.discovery.v3.DiscoveryResponse", resource.field), found);
    }
    return found;
  };
  return (sets) => {
    const all = emptyFound();
    for (const set of sets) {
      for (const resource of set.values()) {
        const found = read(resource);
        for (const list of ["endpoints", "routes", "certificates", "authorities", "extensions"] as const) {
          for (const name of found[list]) all[list].add(name);
        }
      }
    }
    return all;
  };
}

interface Found {
  readonly endpoints: Set<string>;
  readonly routes: Set<string>;
  readonly certificates: Set<string>;
  readonly authorities: Set<string>;
  readonly extensions: Set<string>;
}

function emptyFound(): Found {
  return {
    endpoints: new Set(),
    routes: new Set(),
    certificates: new Set(),
    authorities: new Set(),
    extensions: new Set(),
  };
}

type Fields = { readonly [field: string]: unknown };

function collect(value: unknown, found: Found): void {
  if (Array.isArray(value)) for (const each of value) collect(each, found);
  if (typeof value !== "object" || value === null) return;
  const fields = value as Fields;
  if (fields["type"] === "EDS" && "edsClusterConfig" in fields) {
    const { serviceName } = fields["edsClusterConfig"] as Fields;
    found.endpoints.add(String(serviceName || fields["name"]));
  }
  if ("configDiscovery" in fields) found.extensions.add(String(fields["name"]));
  for (const [field, each] of Object.entries(fields)) {
    const names = () => [each].flat().map((config) => String((config as Fields)["name"]));
    if (field === "rds") found.routes.add(String((each as Fields)["routeConfigName"]));
    else if (/^tlsCertificateSdsSecretConfigs?$/.test(field)) for (const name of names()) found.certificates.add(name);
    else if (field === "validationContextSdsSecretConfig") for (const name of names()) found.authorities.add(name);
    else collect(each, found);
  }
}
