import type { Service } from "../../../core/index.ts";
import { service } from "../../../mesh/testing/configs.ts";
import { endpoint, viewWithEndpoints } from "../../testing/endpoints.ts";
import type { ViewFixture } from "../../testing/view.ts";
import type { View } from "../../view.ts";

/** `echo` in `app`, with the port 7070 for gRPC. */
export const echo: Service = service("app/echo", {
  ports: [{ number: 7070, name: "http", protocol: "grpc", targetPort: 8080 }],
});

export const echoCluster = "outbound|7070||echo.app.svc.cluster.local";

/** The view of a gRPC program in the namespace `app`, to which `echo` is a service with two endpoints. */
export function grpcView(fixture: ViewFixture = {}): View {
  const metadata = { ISTIO_VERSION: undefined, GENERATOR: "grpc", ...fixture.metadata };
  const endpoints = {
    [echo.hostname]: [
      endpoint("10.1.0.1", { labels: { version: "v1" }, serviceAccount: "spiffe://cluster.local/ns/app/sa/echo" }),
      endpoint("10.1.0.2", { labels: { version: "v2" }, serviceAccount: "spiffe://cluster.local/ns/app/sa/echo" }),
    ],
  };
  return viewWithEndpoints({ services: [echo], ...fixture, metadata }, endpoints);
}
