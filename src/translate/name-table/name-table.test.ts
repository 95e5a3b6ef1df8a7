import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Service } from "../../core/index.ts";
import { config, service } from "../../mesh/testing/configs.ts";
import { endpoint, viewWithEndpoints } from "../testing/endpoints.ts";
import type { ViewFixture } from "../testing/view.ts";
import type { NameTable } from "./name-table.ts";
import { planNameTable } from "./plan-name-table.ts";

type Endpoints = Parameters<typeof viewWithEndpoints>[1];

const capturing = { DNS_CAPTURE: "true", CLUSTER_ID: "c1", NETWORK: "n1" };

function tableOf(
  services: readonly Service[],
  endpoints: Endpoints = {},
  fixture: ViewFixture = {},
): NameTable["table"] {
  const view = viewWithEndpoints({ metadata: capturing, ...fixture, services }, endpoints);
  const [plan] = planNameTable(view);
  assert.ok(plan);
  return plan.build(plan.key as never).message.table;
}

const entry = (host: string, fields: Partial<Service>) =>
  service(`app/${host}`, { hostname: host, name: host, registry: "External", external: true, ...fields });
const headless = service("app/db", { resolution: "passthrough", headless: true });
const db = "db.app.svc.cluster.local";

suite("the table of names", () => {
  test("is for sidecars whose agent answers DNS queries", () => {
    const plans = (fixture: ViewFixture) => planNameTable(viewWithEndpoints(fixture, {})).length;
    assert.equal(plans({ metadata: capturing }), 1);
    assert.equal(plans({}), 0);
    assert.equal(plans({ metadata: { DNS_CAPTURE: "false" } }), 0);
    assert.equal(plans({ metadata: capturing, type: "router" }), 0);
  });

  test("has services of Kubernetes with their short names", () => {
    assert.deepEqual(tableOf([service("app/web", { addresses: ["10.96.0.1"] })]), {
      "web.app.svc.cluster.local": { ips: ["10.96.0.1"], registry: "Kubernetes", shortname: "web", namespace: "app" },
    });
  });

  test("leaves short names to the services of the cluster itself", () => {
    const imported = service("app/web", { hostname: "web.app.svc.clusterset.local", addresses: ["10.96.0.9"] });
    assert.deepEqual(tableOf([imported])["web.app.svc.clusterset.local"], {
      ips: ["10.96.0.9"],
      registry: "Kubernetes",
      shortname: "",
      namespace: "",
    });
  });

  test("has the addresses of the client's own cluster and families", () => {
    const web = service("app/web", {
      addresses: ["10.96.0.1"],
      addressesByCluster: new Map([["c1", ["10.97.0.1", "fd00::1"]]]),
    });
    assert.deepEqual(tableOf([web])["web.app.svc.cluster.local"]?.ips, ["10.97.0.1"]);
  });

  test("has entries with their addresses, or else with the allocated one", () => {
    const table = tableOf([
      entry("a.example.com", { addresses: ["192.0.2.1", "192.0.2.0/24"] }),
      entry("*.b.example.com", { allocatedAddresses: ["240.240.0.1", "2001:2::1"], resolution: "dns" }),
      entry("c.example.com", {}),
    ]);
    assert.deepEqual(table["a.example.com"], {
      ips: ["192.0.2.1"],
      registry: "External",
      shortname: "",
      namespace: "",
    });
    assert.deepEqual(table["*.b.example.com"]?.ips, ["240.240.0.1"]);
    assert.equal("c.example.com" in table, false);
  });

  test("has a headless service with its ready pods, and each pod by its own name", () => {
    const pods = [
      endpoint("10.1.0.1", { hostname: "db-0" }),
      endpoint("10.1.0.1", { hostname: "db-0", portName: "other" }),
      endpoint("10.1.0.2", { hostname: "db-1", health: "unready" }),
      endpoint("10.1.0.3"),
    ];
    assert.deepEqual(tableOf([headless], { [db]: pods }), {
      [`db-0.${db}`]: { ips: ["10.1.0.1"], registry: "Kubernetes", shortname: "db-0.db", namespace: "app" },
      [db]: { ips: ["10.1.0.1", "10.1.0.3"], registry: "Kubernetes", shortname: "db", namespace: "app" },
    });
    const all = tableOf([{ ...headless, publishNotReady: true }], { [db]: pods });
    assert.deepEqual(all[`db-1.${db}`]?.ips, ["10.1.0.2"]);
  });

  test("has no pods of other networks, and of pods with one name the nearest", () => {
    const pods = [
      endpoint("10.2.0.1", { hostname: "db-0", cluster: "c2", network: "n1" }),
      endpoint("10.1.0.1", { hostname: "db-0", cluster: "c1", network: "n1" }),
      endpoint("10.3.0.1", { hostname: "db-0", cluster: "c3", network: "n3" }),
    ];
    const table = tableOf([headless], { [db]: pods });
    assert.deepEqual(table[`db-0.${db}`]?.ips, ["10.1.0.1"]);
    assert.deepEqual(table[db]?.ips, ["10.2.0.1", "10.1.0.1"]);
  });

  test("has only what the Sidecar lets the client see", () => {
    const services = [
      service("app/web", { addresses: ["10.96.0.1"] }),
      service("other/store", { addresses: ["10.96.0.2"] }),
      service("other/hidden", { addresses: ["10.96.0.3"], visibility: "none" as never }),
    ];
    const sidecar = config("Sidecar", "app/default", { egress: [{ hosts: ["./*"] }] });
    assert.deepEqual(Object.keys(tableOf(services, {}, { resources: [sidecar] })), ["web.app.svc.cluster.local"]);
  });

  test("knows the objects that it came from", () => {
    const web = service("app/web", { addresses: ["10.96.0.1"] });
    const [plan] = planNameTable(viewWithEndpoints({ metadata: capturing, services: [web] }, {}));
    assert.deepEqual(plan?.build(plan.key as never).sources, [web.origin]);
  });
});
