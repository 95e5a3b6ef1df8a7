import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseAllDocuments } from "yaml";
import { admit } from "../admit.ts";
import { KindCatalog } from "../catalog.ts";
import { formatPath } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { fixtures, needsFixtures } from "../testing/fixtures.ts";
import { authorizationPolicyKind } from "./authorization-policy.ts";
import { peerAuthenticationKind } from "./peer-authentication.ts";
import { requestAuthenticationKind } from "./request-authentication.ts";
import { telemetryKind } from "./telemetry.ts";
import { trafficExtensionKind } from "./traffic-extension.ts";
import { wasmPluginKind } from "./wasm-plugin.ts";

const catalog = new KindCatalog([
  authorizationPolicyKind,
  peerAuthenticationKind,
  requestAuthenticationKind,
  telemetryKind,
  trafficExtensionKind,
  wasmPluginKind,
]);

/** A document of the fixtures; `_err` says that it must be refused. */
interface Document extends Resource {
  readonly _err?: string;
}

function* documents(folder: string, pattern: string): Generator<[file: string, document: Document]> {
  const root = fixtures(folder) ?? "";
  for (const file of globSync(pattern, { cwd: root })) {
    const text = readFileSync(join(root, file), "utf8");
    // Templates are no YAML until they are filled in.
    if (text.includes("{{")) continue;
    for (const parsed of parseAllDocuments(text)) {
      const document: unknown = parsed.toJS();
      if (document) yield [file, document as Document];
    }
  }
}

const folders: readonly [folder: string, pattern: string][] = [
  ["golden/validation/crds", "*.yaml"],
  ["golden/istiod-xds", "*/in.yaml"],
  ["golden/authz", "**/*-in.yaml"],
  ["golden/mesh-config", "**/*.yaml"],
  ["golden/integration-inputs", "**/*.yaml"],
  ["istio-samples", "**/*.yaml"],
];

for (const [folder, pattern] of folders) {
  test(`judges the documents of ${folder} as Istio does`, { skip: needsFixtures }, () => {
    let judged = 0;
    for (const [file, { _err, ...resource }] of documents(folder, pattern)) {
      const found = resource.apiVersion && catalog.findFor(resource as Resource);
      if (!found) continue;
      judged += 1;
      const { problems, unknown } = admit(found.kind, resource as Resource, found.version);
      const errors = [...problems, ...unknown].filter((p) => p.severity === "error");
      const told = errors.map((p) => `${p.code} ${formatPath(p.path)}: ${p.message}`);
      const name = `${file} ${resource.kind} ${resource.metadata?.name}`;
      if (_err === undefined) assert.deepEqual(told, [], name);
      else assert.notDeepEqual(told, [], `${name} must be refused: ${_err}`);
    }
    // The samples that are there are of other kinds so far.
    assert.ok(judged > 0 || folder === "istio-samples", "there are documents of these kinds");
  });
}

test("shows the action and the mode in lists", () => {
  const cell = (kind: typeof telemetryKind, spec: object) =>
    kind.columns.map((c) => c.cell({ apiVersion: "", kind: "", metadata: {}, spec }));
  assert.deepEqual(cell(authorizationPolicyKind, { action: "DENY" }), ["DENY"]);
  assert.deepEqual(cell(peerAuthenticationKind, { mtls: { mode: "STRICT" } }), ["STRICT"]);
});
