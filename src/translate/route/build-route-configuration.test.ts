import assert from "node:assert/strict";
import { test } from "node:test";
import { config, service } from "../../mesh/testing/configs.ts";
import { viewFor } from "../testing/view.ts";
import { buildAll } from "../translate.ts";
import { planRoutes } from "./plan-routes.ts";

const to = (host: string) => ({ route: [{ destination: { host } }] });

test("a configuration knows the objects that it came from, and what is wrong with them", () => {
  const hash = { trafficPolicy: { loadBalancer: { consistentHash: { useSourceIp: true } } } };
  const bad = { match: [{ uri: { regex: "(" } }], ...to("b.app.svc.cluster.local") };
  const resources = [
    config("VirtualService", "app/vs", { hosts: ["a"], http: [bad, to("b.app.svc.cluster.local")] }),
    config("DestinationRule", "app/dr", { host: "b", ...hash }),
    config("DestinationRule", "app/plain", { host: "a" }),
    config("Sidecar", "app/default", { egress: [{ hosts: ["./*"] }] }),
  ];
  const services = [service("app/a"), service("app/b", { ports: [] }), service("other/c")];
  const [made] = buildAll(planRoutes(viewFor({ services, resources }), ["80"]), []);
  assert.deepEqual(made?.sources.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`).sort(), [
    "DestinationRule app/dr",
    "Service app/a",
    "Service app/b",
    "Sidecar app/default",
    "VirtualService app/vs",
  ]);
  assert.deepEqual(
    made?.problems?.map(({ code, key }) => [code, key.name]),
    [["FW1201", "vs"]],
  );
});
