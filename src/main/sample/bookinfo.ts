/** Where a workload takes requests. */
export interface Place {
  readonly address: string;
  readonly port: number;
}

/** Where the parts of the sample are. */
export interface BookinfoPlaces {
  /** Service → version → place. Which services there are is for the caller; `productpage` and `reviews` must be among them. */
  readonly services: { readonly [service: string]: { readonly [version: string]: Place } };
  /** Where the gateway takes requests from outside. */
  readonly ingress: { readonly port: number; readonly bind?: string };
}

/** Name of a service of the sample in the mesh. */
export const hostOf = (service: string): string => `${service}.mesh`;

/**
 * The sample mesh as files by name: a gateway in front of a page, which is made from what other services say, and of one
 * of those, reviews, there are several versions.
 */
export function bookinfo({ services, ingress }: BookinfoPlaces): ReadonlyMap<string, string> {
  const entries = Object.entries(services).map(([name, versions]) => serviceEntry(name, versions));
  const head = "# The services, and where their workloads are. Versions are told apart by labels.\n";
  return new Map([
    ["services.yaml", head + entries.join("")],
    ["ingress.yaml", gateway(ingress)],
    ["reviews-versions.yaml", subsets("reviews", Object.keys(services["reviews"] ?? {}))],
  ]);
}

function serviceEntry(name: string, versions: { readonly [version: string]: Place }): string {
  const endpoints = Object.entries(versions).map(
    ([version, { address, port }]) =>
      `  - {address: ${address}, ports: {http: ${port}}, labels: {app: ${name}, version: ${version}}}`,
  );
  return `---
apiVersion: networking.istio.io/v1
kind: ServiceEntry
metadata: {name: ${name}, namespace: default}
spec:
  hosts: [${hostOf(name)}]
  location: MESH_INTERNAL
  resolution: STATIC
  ports: [{number: 80, name: http, protocol: HTTP}]
  endpoints:
${endpoints.join("\n")}
`;
}

function gateway({ port, bind }: BookinfoPlaces["ingress"]): string {
  return `# The gateway's Envoy listens here, and sends everything to the page.
apiVersion: networking.istio.io/v1
kind: Gateway
metadata: {name: ingress, namespace: default}
spec:
  selector: {app: ingress}
  servers:
  - port: {number: ${port}, name: http, protocol: HTTP}
${bind === undefined ? "" : `    bind: ${bind}\n`}    hosts: ["*"]
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: ingress, namespace: default}
spec:
  hosts: ["*"]
  gateways: [ingress]
  http:
  - route: [{destination: {host: ${hostOf("productpage")}}}]
`;
}

function subsets(service: string, names: readonly string[]): string {
  return `# Names for the versions of ${service}, for routes to choose from.
apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata: {name: ${service}, namespace: default}
spec:
  host: ${hostOf(service)}
  subsets:
${names.map((version) => `  - {name: ${version}, labels: {version: ${version}}}`).join("\n")}
`;
}
