/** Ports of the loopback address at which the parts of the sample are. */
export interface SamplePorts {
  /** Where the gateway takes requests from outside. */
  readonly ingress: number;
  /** Where web's sidecar takes requests for it, and where web's program itself is. */
  readonly webInbound: number;
  readonly web: number;
  /** Where web's sidecar takes web's own calls. */
  readonly webOutbound: number;
  readonly reviews: { readonly [version: string]: number };
  readonly ratings: number;
}

/** Name of a service of the sample in the mesh. */
export const hostOf = (service: string): string => `${service}.mesh`;

/** The files of the sample mesh by name: a page that calls reviews, of which there are three versions, and ratings. */
export function sampleMesh(ports: SamplePorts): ReadonlyMap<string, string> {
  return new Map([
    ["services.yaml", services(ports)],
    ["ingress.yaml", ingress(ports)],
    ["web-sidecar.yaml", sidecar(ports)],
    ["reviews-versions.yaml", versions(Object.keys(ports.reviews))],
  ]);
}

function services({ webInbound, reviews, ratings }: SamplePorts): string {
  return [
    "# The services, and where their workloads are. Versions are told apart by labels.\n",
    service("web", { v1: webInbound }),
    service("reviews", reviews),
    service("ratings", { v1: ratings }),
  ].join("");
}

function service(name: string, workloads: { readonly [version: string]: number }): string {
  const endpoints = Object.entries(workloads).map(
    ([version, port]) =>
      `  - {address: 127.0.0.1, ports: {http: ${port}}, labels: {app: ${name}, version: ${version}}}`,
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

function ingress({ ingress: port }: SamplePorts): string {
  return `# The gateway's Envoy listens here, and sends everything to web.
apiVersion: networking.istio.io/v1
kind: Gateway
metadata: {name: ingress, namespace: default}
spec:
  selector: {app: ingress}
  servers:
  - port: {number: ${port}, name: http, protocol: HTTP}
    bind: 127.0.0.1
    hosts: ["*"]
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: ingress, namespace: default}
spec:
  hosts: ["*"]
  gateways: [ingress]
  http:
  - route: [{destination: {host: ${hostOf("web")}}}]
`;
}

function sidecar({ webInbound, web, webOutbound }: SamplePorts): string {
  return `# The Envoy beside web. Nothing is redirected, so nobody needs to be root: it listens on two ports of its own.
apiVersion: networking.istio.io/v1
kind: Sidecar
metadata: {name: web, namespace: default}
spec:
  workloadSelector: {labels: {app: web}}
  ingress:
  - port: {number: ${webInbound}, name: http, protocol: HTTP}
    bind: 127.0.0.1
    captureMode: NONE
    defaultEndpoint: 127.0.0.1:${web}
  egress:
  - port: {number: ${webOutbound}, name: calls, protocol: HTTP_PROXY}
    bind: 127.0.0.1
    captureMode: NONE
    hosts: ["./*"]
`;
}

function versions(names: readonly string[]): string {
  return `# Names for the versions of reviews, for routes to choose from.
apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata: {name: reviews, namespace: default}
spec:
  host: ${hostOf("reviews")}
  subsets:
${names.map((version) => `  - {name: ${version}, labels: {version: ${version}}}`).join("\n")}
`;
}
