import assert from "node:assert/strict";
import { test } from "node:test";
import { admit } from "../admit.ts";
import { KindCatalog } from "../catalog.ts";
import { formatPath, type Problem } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { needsFixtures } from "../testing/fixtures.ts";
import { documentsOf } from "./testing/documents.ts";
import { networkingKinds } from "./testing/networking-kinds.ts";

const catalog = new KindCatalog(networkingKinds);

/** What is wrong with an object of one of our kinds; undefined for other kinds. */
function problemsOf(resource: Resource): readonly Problem[] | undefined {
  const found = catalog.findFor(resource);
  if (!found) return undefined;
  const { problems, unknown } = admit(found.kind, resource, found.version);
  return [...problems, ...unknown];
}

function errorsOf(resource: Resource): readonly string[] | undefined {
  return problemsOf(resource)
    ?.filter((p) => p.severity === "error")
    .map((p) => `${p.code} ${formatPath(p.path)}`);
}

test("golden validation cases answer as they say", { skip: needsFixtures }, () => {
  let seen = 0;
  for (const { where, resource } of documentsOf("golden/validation/crds")) {
    const { _err: expected, ...object } = resource;
    const errors = errorsOf(object as Resource);
    if (!errors) continue;
    seen += 1;
    assert.equal(errors.length > 0, expected !== undefined, `${where} ${resource.metadata.name}: ${errors.join("; ")}`);
  }
  assert.ok(seen > 40, `only ${seen} cases found`);
});

const obsolete = { "rule-websocket-route.yaml": "FW0101" };

/** Inputs that are incomplete or wrong on purpose, which Istio's webhook refuses too. */
const incomplete = {
  "authorizationpolicies.yaml": "FW0352",
  "conflicting-gateways-multiple-ports.yaml": "FW0108",
  "deprecation.yaml": "FW0101 FW0315",
  "envoy-filter-add-operation.yaml": "FW0101",
  "envoy-filter-remove-operation.yaml": "FW0371 FW0372",
  "gateway-secrets.yaml": "FW0115 FW0335",
  "relative-envoy-filter-operation.yaml": "FW0372",
  "sidecar-default-selector.yaml": "FW0103 FW0361",
  "virtualservice_destinationhosts.yaml": "FW0103 FW0205",
  "virtualservice_gateways.yaml": "FW0103 FW0311 FW0313",
  "virtualservice_host_not_found_gateway.yaml": "FW0108",
  "virtualservice_host_not_found_gateway_beta.yaml": "FW0108",
  "virtualservice_internal_gateway_ref.yaml": "FW0308",
};

const corpora: readonly [path: string, refused: { readonly [file: string]: string }][] = [
  ["istio-samples", {}],
  ["golden/istiod-xds", {}],
  ["golden/mesh-config", obsolete],
  ["golden/integration-inputs", {}],
  ["golden/xds", {}],
  ["golden/benchmarks", {}],
  ["golden/analyzers", incomplete],
];

for (const [path, expected] of corpora) {
  test(`networking objects of ${path} are accepted`, { skip: needsFixtures }, () => {
    const refused: { [file: string]: string[] } = {};
    let seen = 0;
    for (const { where, resource } of documentsOf(path)) {
      const errors = errorsOf(resource);
      if (!errors) continue;
      seen += 1;
      const file = where.replace(/^.*\/|#\d+$/g, "");
      if (errors.length > 0) refused[file] = [...(refused[file] ?? []), ...errors];
    }
    const codes = Object.entries(refused).map(([file, errors]) => {
      return [file, [...new Set(errors.map((e) => e.slice(0, 6)))].sort().join(" ")];
    });
    assert.deepEqual(Object.fromEntries(codes), expected, JSON.stringify(refused));
    assert.ok(seen > 0, "found no object");
  });
}

test("routes and matches that are never reached are those that Istio warns of", { skip: needsFixtures }, () => {
  const found: string[] = [];
  for (const file of ["virtualservice_dupmatches.yaml", "virtualservice_overlappingmatches.yaml"]) {
    for (const { resource } of documentsOf(`golden/analyzers/${file}`)) {
      for (const { code } of problemsOf(resource) ?? []) found.push(`${resource.metadata.name} ${code}`);
    }
  }
  assert.deepEqual(found.sort(), [
    "almost-duplicate-match FW0326",
    "almost-duplicate-tcp-match FW0326",
    "duplicate-empty-tcp FW0325",
    "duplicate-match FW0325",
    "duplicate-match FW0326",
    "duplicate-tcp-match FW0325",
    "duplicate-tcp-match FW0326",
    "non-method-get FW0326",
    "overlapping-in-single-match FW0326",
    "overlapping-in-two-matches FW0326",
    "overlapping-mathes-with-different-methods FW0326",
    "sample-foo-cluster01 FW0325",
    "tls-routing FW0325",
    "tls-routing FW0326",
    "tls-routing-almostmatch FW0326",
  ]);
});
