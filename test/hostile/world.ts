const networking = (kind: string, name: string, spec: object) => ({
  apiVersion: "networking.istio.io/v1",
  kind,
  metadata: { name, namespace: "app" },
  spec,
});

const host = "orders.example.com";

/** The cluster that honest clients watch. */
export const watchedCluster = `outbound|80||${host}`;

/** What there is while the control plane is attacked: a few services with routes. */
export const world: readonly object[] = [
  ...["orders", "stock", "users"].map((name) =>
    networking("ServiceEntry", name, {
      hosts: [`${name}.example.com`],
      ports: [{ number: 80, name: "http", protocol: "HTTP" }],
      resolution: "STATIC",
      location: "MESH_INTERNAL",
      endpoints: [{ address: "10.200.0.1" }, { address: "10.200.0.2" }],
    }),
  ),
  networking("VirtualService", "orders", {
    hosts: [host],
    http: [{ timeout: "3s", route: [{ destination: { host } }] }],
  }),
];

/** The object that is changed meanwhile: the cluster then takes so many connections. */
export function change(connections: number): object {
  return networking("DestinationRule", "orders", {
    host,
    trafficPolicy: { connectionPool: { tcp: { maxConnections: connections } } },
  });
}
