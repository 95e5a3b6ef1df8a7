import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { parseProxy } from "../../core/index.ts";
import { buildSnapshot, meshSettings } from "../../mesh/index.ts";
import { registryOf, service } from "../../mesh/testing/configs.ts";
import { buildAll, planAll, translate } from "../translate.ts";
import { viewOf } from "../view.ts";

const fixtures = process.env["FAIRWAY_FIXTURES"] ?? join(import.meta.dirname, "../../../../shared/fixtures");
const file = join(fixtures, "golden/grpcgen/xds_bootstrap.json");
const skip = existsSync(file) ? false : "needs the shared fixtures (FAIRWAY_FIXTURES)";

suite("a program with the bootstrap of Istio's agent", { skip }, () => {
  const bootstrap = skip === false ? JSON.parse(readFileSync(file, "utf8")) : { node: { id: "sidecar~1.1.1.1~a.b~c" } };
  const proxy = parseProxy(bootstrap.node);
  const echo = service("test/echo", { ports: [{ number: 7070, name: "grpc", protocol: "grpc", targetPort: 7070 }] });
  const snapshot = buildSnapshot({ settings: meshSettings({}), registry: registryOf(echo), resources: [], now: 0 });
  const view = viewOf(snapshot, proxy);

  test("is one of gRPC", () => {
    assert.equal(proxy.dialect, "grpc");
    assert.equal(proxy.namespace, "test");
  });

  test("gets the listener of its template as a server", () => {
    const name = bootstrap.server_listener_resource_name_template.replace("%s", "0.0.0.0:7070");
    const [made] = buildAll(planAll("listeners", view, [name]), []);
    assert.equal(made?.message.name, name);
    assert.equal(made?.message.filterChains?.length, 1);
  });

  test("gets what it needs to call a service by its short name", () => {
    const [listener] = buildAll(planAll("listeners", view, ["echo:7070"]), []);
    assert.equal(listener?.name, "echo:7070");
    const { routes, clusters, endpoints, failures } = translate(view);
    const names = ["outbound|7070||echo.test.svc.cluster.local"];
    assert.deepEqual(
      [routes, clusters, endpoints].map((list) => list.map(({ name }) => name)),
      [names, names, names],
    );
    assert.deepEqual(failures, []);
  });
});
