/** Names that tools read: istioctl and dashboards take them apart, so they are Istio's to the letter. */

/** `outbound|80|v1|reviews.app.svc.cluster.local`; the subset may be empty. */
export function outboundCluster(port: number, subset: string, hostname: string): string {
  return `outbound|${port}|${subset}|${hostname}`;
}

/** `outbound_.80_.v1_.reviews.app.svc.cluster.local`: the SNI of the mesh's mutual TLS, and clusters behind it. */
export function dnatCluster(port: number, subset: string, hostname: string): string {
  return `outbound_.${port}_.${subset}_.${hostname}`;
}

/** `inbound|8080||`: by the port the workload listens on. */
export function inboundCluster(port: number): string {
  return `inbound|${port}||`;
}

export const blackHoleCluster = "BlackHoleCluster";
export const passthroughCluster = "PassthroughCluster";
export const inboundPassthroughCluster = "InboundPassthroughCluster";

/** `0.0.0.0_80`; of a Unix socket its path with the port 0. */
export function listenerName(bind: string, port: number): string {
  return `${bind}_${port}`;
}

export const virtualOutbound = "virtualOutbound";
export const virtualInbound = "virtualInbound";

/** `reviews.app.svc.cluster.local:80`. */
export function virtualHostName(hostname: string, port: number): string {
  return `${hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname}:${port}`;
}

/** The gateway's route table of plain HTTP: `http.80`, with the address where the server binds to one. */
export function gatewayHttpRoute(port: number, bind: string): string {
  return `http.${port}${bind === "" ? "" : `.${bind}`}`;
}

/** A gateway's HTTPS server has a route table of its own: `https.443.https.gw.ns`. */
export function gatewayHttpsRoute(
  port: number,
  portName: string,
  gateway: string,
  namespace: string,
  bind: string,
): string {
  return `https.${port}.${portName}.${gateway}.${namespace}${bind === "" ? "" : `.${bind}`}`;
}

/** How metadata names the object something came from: `/apis/networking.istio.io/v1/namespaces/app/virtual-service/reviews`. */
export function configPath(apiVersion: string, kind: string, namespace: string, name: string): string {
  const kebab = kind.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
  return `/apis/${apiVersion}/namespaces/${namespace}/${kebab}/${name}`;
}
