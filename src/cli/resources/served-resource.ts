import { FairwayError } from "../../base/fault.ts";
import { isObject } from "../../base/json.ts";
import type { ApiConnection } from "./api-connection.ts";

/** A resource that the server has, in its preferred version. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Other names by which people call it. */
  readonly names: readonly string[];
}

interface Discovered {
  readonly resource: string;
  readonly singularResource: string;
  readonly scope: string;
  readonly shortNames?: readonly string[];
  readonly responseKind: { readonly kind: string };
}

interface DiscoveredGroup {
  readonly metadata: { readonly name?: string };
  readonly versions: readonly { readonly version: string; readonly resources: readonly Discovered[] }[];
}

const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** All that the server serves, in every version; the preferred version of a kind comes first. */
export async function servedResources(api: ApiConnection): Promise<readonly ServedResource[]> {
  const lists = await Promise.all(["/api", "/apis"].map((path) => api.ask("GET", path, { accept })));
  const groups = lists.flatMap(({ body }) => (isObject(body) ? (body.items as DiscoveredGroup[]) : []));
  return groups.flatMap(({ metadata, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources.map(({ resource, singularResource, scope, shortNames = [], responseKind }) => ({
        group: metadata.name ?? "",
        version,
        kind: responseKind.kind,
        plural: resource,
        namespaced: scope === "Namespaced",
        names: [resource, singularResource, responseKind.kind.toLowerCase(), ...shortNames],
      })),
    ),
  );
}

/** What people mean by a word: `vs`, `virtualservices`, `VirtualService`, `gateways.networking.istio.io`. */
export function resourceNamed(all: readonly ServedResource[], word: string): ServedResource {
  const [name = "", ...group] = word.toLowerCase().split(".");
  const wanted = group.join(".");
  const found = all.find((each) => each.names.includes(name) && (wanted === "" || each.group === wanted));
  if (found) return found;
  throw new FairwayError("NotFound", `the server has no kind '${word}': run \`fairway kinds\` to see those there are`);
}

/** The resource of an object in a file. */
export function resourceOf(all: readonly ServedResource[], apiVersion: string, kind: string): ServedResource {
  const found = all.find((each) => each.kind === kind && apiVersionOf(each) === apiVersion);
  if (found) return found;
  throw new FairwayError("NotFound", `no matches for kind "${kind}" in version "${apiVersion}"`);
}

function apiVersionOf({ group, version }: ServedResource): string {
  return group === "" ? version : `${group}/${version}`;
}

/** Where a resource's objects are; without a namespace those of all, without a name the collection. */
export function pathOf(resource: ServedResource, namespace: string | undefined, name?: string): string {
  const root = `${resource.group === "" ? "/api" : "/apis"}/${apiVersionOf(resource)}`;
  const within = resource.namespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : "";
  return `${root}${within}/${resource.plural}${name === undefined ? "" : `/${encodeURIComponent(name)}`}`;
}

/** How messages name an object: `virtualservice.networking.istio.io/reviews`. */
export function shortOf({ kind, group }: ServedResource, name: string): string {
  return `${kind.toLowerCase()}${group === "" ? "" : `.${group}`}/${name}`;
}
