import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resource } from "../../api/index.ts";
import type { Service } from "../../core/index.ts";
import { config, service } from "../../mesh/testing/configs.ts";
import { seeded } from "../../mesh/testing/random-mesh.ts";
import { loadEnvoyCodec } from "../envoy-codec.ts";
import { viewFor } from "../testing/view.ts";
import { type BuildFailure, buildAll } from "../translate.ts";
import { planRoutes } from "./plan-routes.ts";

// Few names that are short for one another, so that they collide.
const hosts = [
  "a.app.svc.cluster.local",
  "a.app.svc.mesh.local",
  "a.other.svc.cluster.local",
  "b.app.svc.cluster.local",
  "a",
  "a.app",
  "a.app.svc",
  "a.app.svc.cluster.local.",
  "*.a.app",
  "*.a",
  "*.a.app.svc.cluster.local",
  "*.app",
  "10.0.0.1",
  "*",
];
const addresses = [[], [], ["10.0.0.1"], ["10.0.0.2"], ["10.0.0.1", "10.0.0.2"]];
const names = ["80", "http_proxy", "a.app.svc.cluster.local:80"];

test("no two virtual hosts have the same domain, whatever hosts there are", () => {
  const codec = loadEnvoyCodec();
  const random = seeded(7);
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
  const some = () => hosts.filter(() => random() < 0.4);
  for (let round = 0; round < 200; round++) {
    const services = some().map((hostname): Service => {
      const id = `${pick(["app", "other"])}/${hostname}`;
      const aliasing = { resolution: "alias", aliasOf: pick(hosts), addresses: [], headless: false } as const;
      const alias = random() < 0.3 && /^\w.*svc/.test(hostname) ? aliasing : {};
      const ports = pick([[80], [80, 9080], [9080]]).map((number) => ({
        number,
        name: "p",
        protocol: pick(["http", "auto", "tcp"] as const),
        targetPort: 0,
      }));
      const fields = { hostname, ports, addresses: pick(addresses), headless: random() < 0.3 };
      return service(id, { ...fields, created: Math.floor(random() * 3), ...alias });
    });
    const resources: readonly Resource[] = Array.from({ length: 3 }, (_, i) =>
      config("VirtualService", `app/vs${i}`, {
        hosts: some(),
        http: [{ route: [{ destination: { host: pick(hosts) } }] }],
      }),
    );
    const failures: BuildFailure[] = [];
    for (const { name, message } of buildAll(planRoutes(viewFor({ resources, services }), names), failures)) {
      const domains = message.virtualHosts?.flatMap((each) => each.domains ?? []) ?? [];
      assert.equal(new Set(domains).size, domains.length, `${round} ${name}: ${domains}`);
      assert.ok(
        message.virtualHosts?.every((each) => (each.domains?.length ?? 0) > 0),
        `${round} ${name}`,
      );
      assert.ok(codec.encode("envoy.config.route.v3.RouteConfiguration", message).length > 0);
    }
    assert.deepEqual(failures, []);
  }
});
