import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { parseAllDocuments } from "yaml";
import { admit } from "../admit.ts";
import { KindCatalog } from "../catalog.ts";
import { formatPath } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { fixtures, needsFixtures } from "../testing/fixtures.ts";
import { backendTlsPolicyKind } from "./backend-tls-policy.ts";
import { gatewayClassKind } from "./gateway-class.ts";
import { grpcRouteKind } from "./grpc-route.ts";
import { httpRouteKind } from "./http-route.ts";
import { kubeGatewayKind } from "./kube-gateway.ts";
import { referenceGrantKind } from "./reference-grant.ts";
import { tcpRouteKind } from "./tcp-route.ts";
import { tlsRouteKind } from "./tls-route.ts";

const catalog = new KindCatalog([
  gatewayClassKind,
  kubeGatewayKind,
  httpRouteKind,
  grpcRouteKind,
  tlsRouteKind,
  tcpRouteKind,
  referenceGrantKind,
  backendTlsPolicyKind,
]);

/** Objects that break a rule of the published kinds on purpose, with the code of the rule. */
const broken: { readonly [object: string]: string } = {
  "backend-tls-policy.yaml BackendTLSPolicy default/tls-upstream-echo-https-merged-rules": "FW0703",
  "listenerset-empty-listeners.yaml Gateway istio-system/parent-gateway": "FW0106",
};

function documents(folder: string): { file: string; resource: Resource }[] {
  const root = fixtures(folder);
  if (root === undefined) return [];
  return globSync("**/*.yaml", { cwd: root }).flatMap((file) =>
    parseAllDocuments(readFileSync(join(root, file), "utf8"))
      .map((doc) => doc.toJS() as Resource | null)
      .filter((resource) => resource !== null && resource.apiVersion !== undefined)
      .map((resource) => ({ file: basename(file), resource: resource as Resource })),
  );
}

for (const folder of ["golden/gateway-api", "istio-samples"]) {
  test(`accepts the documents of ${folder}`, { skip: needsFixtures }, () => {
    let seen = 0;
    for (const { file, resource } of documents(folder)) {
      const found = catalog.findFor(resource);
      if (!found) continue;
      seen += 1;
      const { problems, unknown } = admit(found.kind, resource, found.version);
      const name = `${file} ${resource.kind} ${resource.metadata.namespace ?? ""}/${resource.metadata.name}`;
      // Some of the documents have names with capitals, which is not what this test is about.
      const own = problems.filter((p) => p.severity === "error" && p.path[0] !== "metadata");
      const errors = [...own, ...unknown];
      const told = errors.map((p) => `${p.code} ${formatPath(p.path)}: ${p.message}`);
      const wanted = broken[name];
      if (wanted === undefined) assert.deepEqual(told, [], name);
      else assert.deepEqual([...new Set(errors.map((p) => p.code))], [wanted], name);
    }
    assert.ok(seen > 0, "there are documents of these kinds");
  });
}
