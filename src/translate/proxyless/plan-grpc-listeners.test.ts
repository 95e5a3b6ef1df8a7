import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { DownstreamTlsContext } from "../../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import { config, service } from "../../mesh/testing/configs.ts";
import { routeNames } from "../references.ts";
import type { ViewFixture } from "../testing/view.ts";
import { buildAll } from "../translate.ts";
import { planGrpcListeners } from "./plan-grpc-listeners.ts";
import { echo, echoCluster, grpcView } from "./testing/grpc-view.ts";

function listeners(names: readonly string[], fixture: ViewFixture = {}) {
  return buildAll(planGrpcListeners(grpcView(fixture), names), []);
}

const server = "xds.istio.io/grpc/lds/inbound/0.0.0.0:8080";

suite("the listeners of a gRPC client", () => {
  for (const name of ["echo:7070", "echo.app:7070", "echo.app.svc:7070", "echo.app.svc.cluster.local:7070", "echo"]) {
    test(`answer to '${name}' with the routes of the service`, () => {
      const [made, ...others] = listeners([name]);
      assert.equal(made?.name, name);
      assert.deepEqual(routeNames(made ? [made.message] : []), [echoCluster]);
      assert.deepEqual(made?.sources, [echo.origin]);
      assert.deepEqual(others, []);
    });
  }

  for (const name of ["nobody:7070", "echo:80", "echo.other:7070", "not a name"]) {
    test(`are none for '${name}'`, () => assert.deepEqual(listeners([name]), []));
  }

  test("are those of all services, and of its own ports, if it names none", () => {
    const targets = [{ service: echo, port: echo.ports[0]!, targetPort: 8080 }];
    const names = listeners([], { targets }).map(({ name }) => name);
    assert.deepEqual(names, ["echo.app.svc.cluster.local:7070", server]);
  });

  test("are only for what its Sidecar lets it see", () => {
    const services = [echo, service("other/store")];
    const sidecar = config("Sidecar", "app/default", { egress: [{ hosts: ["./*"] }] });
    const names = ["echo:7070", "store.other:80"];
    assert.equal(listeners(names, { services }).length, 2);
    assert.deepEqual(
      listeners(names, { services, resources: [sidecar] }).map(({ name }) => name),
      ["echo:7070"],
    );
  });
});

suite("the listener of a gRPC server", () => {
  const modeOf = (fixture: ViewFixture) => listeners([server], fixture)[0]?.message.filterChains?.[0]?.name;
  const peers = (mode: string) => config("PeerAuthentication", "app/default", { mtls: { mode } });
  const labels = { LABELS: { app: "web", "security.istio.io/tlsMode": "istio" } };

  test("takes plain text unless mutual TLS is demanded", () => {
    assert.equal(modeOf({}), "inbound-plaintext");
    assert.equal(modeOf({ resources: [peers("STRICT")] }), "inbound-mtls");
    assert.equal(modeOf({ resources: [peers("DISABLE")] }), "inbound-plaintext");
  });

  test("takes mutual TLS if its workload says that it speaks it", () => {
    assert.equal(modeOf({ metadata: labels }), "inbound-mtls");
    assert.equal(modeOf({ metadata: labels, resources: [peers("DISABLE")] }), "inbound-plaintext");
  });

  test("is of another view with the label than without", () => {
    assert.notEqual(grpcView({ metadata: labels }).scope.key, grpcView().scope.key);
  });

  test("has its certificates from the bootstrap's provider and asks for the client's", () => {
    const [made] = listeners([server], { resources: [peers("STRICT")] });
    const context = made?.message.filterChains?.[0]?.transportSocket?.typedConfig as DownstreamTlsContext | undefined;
    const validation = context?.commonTlsContext?.combinedValidationContext?.defaultValidationContext;
    assert.equal(context?.requireClientCertificate, true);
    assert.equal(context?.commonTlsContext?.tlsCertificateProviderInstance?.instanceName, "default");
    assert.deepEqual(validation, {
      caCertificateProviderInstance: { instanceName: "default", certificateName: "ROOTCA" },
    });
  });

  test("is where the server listens, whether or not a service leads there", () => {
    const [made] = listeners(["xds.istio.io/grpc/lds/inbound/[::]:9999"]);
    assert.deepEqual(made?.message.address, { socketAddress: { address: "::", portValue: 9999 } });
  });
});
