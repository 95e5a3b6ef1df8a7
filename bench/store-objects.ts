import { KindCatalog } from "../src/api/catalog.ts";
import { defineKind } from "../src/api/kind.ts";
import type { Resource } from "../src/api/resource.ts";
import { any, obj, opt } from "../src/api/schema/build.ts";

const routes = defineKind({
  group: "bench.fairway.dev",
  kind: "Route",
  doc: "An object like a VirtualService.",
  schema: obj({ spec: opt(0, any(), "Anything.") }, { open: true }),
  versions: [{ name: "v1" }],
});

/** The kind of the objects. */
export const routeKind = { group: routes.group, kind: routes.kind };
/** A catalogue of that kind alone. */
export const benchKinds = new KindCatalog([routes]);

/** An object of about 1 KB of JSON, in the form of a VirtualService. */
export function route(name: string, i: number): Resource {
  const host = `reviews-${i}.shop.svc.cluster.local`;
  const destination = (subset: string, weight: number) => ({
    destination: { host, subset, port: { number: 9080 } },
    weight,
  });
  return {
    apiVersion: "bench.fairway.dev/v1",
    kind: "Route",
    metadata: {
      name,
      namespace: `team-${i % 50}`,
      labels: { app: `reviews-${i}`, "app.kubernetes.io/part-of": "shop", team: `team-${i % 50}` },
      annotations: { "fairway.dev/owner": `team-${i % 50}@example.com`, note: "n".repeat(80) },
    },
    spec: {
      hosts: [host, `reviews-${i}.example.com`],
      gateways: ["mesh", "istio-system/public"],
      http: [
        {
          name: "canary",
          match: [{ uri: { prefix: "/reviews" }, headers: { "x-canary": { exact: "true" } } }],
          route: [destination("v2", 100)],
          timeout: "5s",
          retries: { attempts: 3, perTryTimeout: "2s", retryOn: "5xx,connect-failure" },
        },
        { name: "stable", route: [destination("v1", 90), destination("v2", 10)], timeout: "10s" },
      ],
    },
  };
}
