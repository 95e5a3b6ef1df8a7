/** A ServiceEntry of the namespace `app` for `fixed.example.com`: a service outside the mesh, at one address. */
export const fixedEntry = (address = "192.0.2.1") => ({
  apiVersion: "networking.istio.io/v1",
  kind: "ServiceEntry",
  metadata: { name: "fixed", namespace: "app" },
  spec: {
    hosts: ["fixed.example.com"],
    resolution: "STATIC",
    ports: [{ number: 80, name: "http", protocol: "HTTP" }],
    endpoints: [{ address, ports: { http: 8080 } }],
  },
});
