import { bookinfo } from "../sample/bookinfo.ts";

/** Ports of the loopback address at which the parts of the sample are. */
export interface SamplePorts {
  /** Where the gateway takes requests from outside. */
  readonly ingress: number;
  /** Where the page's sidecar takes requests for it, and where the page's program itself is. */
  readonly pageInbound: number;
  readonly page: number;
  /** Where the page's sidecar takes the page's own calls. */
  readonly pageOutbound: number;
  readonly reviews: { readonly [version: string]: number };
  readonly ratings: number;
}

const here = "127.0.0.1";

/** The files of the demo's mesh by name: the sample mesh on the loopback address, and the sidecar that makes it work there. */
export function sampleMesh(ports: SamplePorts): ReadonlyMap<string, string> {
  const at = (port: number) => ({ address: here, port });
  const reviews = Object.entries(ports.reviews).map(([version, port]) => [version, at(port)]);
  const services = {
    productpage: { v1: at(ports.pageInbound) },
    reviews: Object.fromEntries(reviews),
    ratings: { v1: at(ports.ratings) },
  };
  return new Map([
    ...bookinfo({ services, ingress: { port: ports.ingress, bind: here } }),
    ["productpage-sidecar.yaml", sidecar(ports)],
  ]);
}

function sidecar({ pageInbound, page, pageOutbound }: SamplePorts): string {
  return `# The Envoy beside the page. Nothing is redirected, so nobody needs to be root: it listens on two ports of its own.
apiVersion: networking.istio.io/v1
kind: Sidecar
metadata: {name: productpage, namespace: default}
spec:
  workloadSelector: {labels: {app: productpage}}
  ingress:
  - port: {number: ${pageInbound}, name: http, protocol: HTTP}
    bind: ${here}
    captureMode: NONE
    defaultEndpoint: ${here}:${page}
  egress:
  - port: {number: ${pageOutbound}, name: calls, protocol: HTTP_PROXY}
    bind: ${here}
    captureMode: NONE
    hosts: ["./*"]
`;
}
