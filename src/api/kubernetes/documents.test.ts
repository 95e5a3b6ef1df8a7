import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { admit, envelopeProblems } from "../admit.ts";
import { KindCatalog } from "../catalog.ts";
import { formatPath } from "../problem.ts";
import { readDocuments } from "../read/read-documents.ts";
import type { Resource } from "../resource.ts";
import { fixtures, needsFixtures } from "../testing/fixtures.ts";
import { clusterRoleKind } from "./cluster-role.ts";
import { clusterRoleBindingKind } from "./cluster-role-binding.ts";
import { configMapKind } from "./config-map.ts";
import { customResourceDefinitionKind } from "./custom-resource-definition.ts";
import { endpointSliceKind } from "./endpoint-slice.ts";
import { endpointsKind } from "./endpoints.ts";
import { ingressKind } from "./ingress.ts";
import { ingressClassKind } from "./ingress-class.ts";
import { mutatingWebhookConfigurationKind } from "./mutating-webhook-configuration.ts";
import { namespaceKind } from "./namespace.ts";
import { nodeKind } from "./node.ts";
import { roleKind } from "./role.ts";
import { roleBindingKind } from "./role-binding.ts";
import { secretKind } from "./secret.ts";
import { serviceKind } from "./service.ts";
import { serviceAccountKind } from "./service-account.ts";
import { validatingWebhookConfigurationKind } from "./validating-webhook-configuration.ts";

const catalog = new KindCatalog([
  clusterRoleBindingKind,
  clusterRoleKind,
  configMapKind,
  customResourceDefinitionKind,
  endpointSliceKind,
  endpointsKind,
  ingressClassKind,
  ingressKind,
  mutatingWebhookConfigurationKind,
  namespaceKind,
  nodeKind,
  roleBindingKind,
  roleKind,
  secretKind,
  serviceAccountKind,
  serviceKind,
  validatingWebhookConfigurationKind,
]);

/** Inputs of tests that never met an API server: Kubernetes refuses them too, by the rules of these codes. */
const refused: { readonly [file: string]: readonly string[] } = {
  // A webhook without `sideEffects`; the first also lacks a place to ask.
  "analyzers/externalcontrolplane-missing-urls-custom-ns.yaml": ["FW0103"],
  "analyzers/externalcontrolplane-using-ip-addr.yaml": ["FW0103"],
  "analyzers/externalcontrolplane-valid-urls-custom-ns.yaml": ["FW0103"],
  "analyzers/externalcontrolplane-valid-urls.yaml": ["FW0103"],
  "analyzers/image-auto.yaml": ["FW0103"],
  // A port of the protocol 'HTTP'.
  "analyzers/deployment-multi-service-different-ns.yaml": ["FW0104"],
  "analyzers/deployment-multi-service.yaml": ["FW0104"],
  "analyzers/virtualservice_destinationhosts.yaml": ["FW0104"],
  // A node port without the type that opens it.
  "analyzers/gateway-custom-ingressgateway-badport-notarget.yaml": ["FW0640"],
  "analyzers/gateway-custom-ingressgateway-svcselector.yaml": ["FW0640"],
  "analyzers/gateway-custom-ingressgateway-translation.yaml": ["FW0640"],
  "analyzers/gateway-custom-ingressgateway.yaml": ["FW0640"],
  // Several ports without names.
  "analyzers/service-no-port-name.yaml": ["FW0642"],
  // An Ingress without `pathType`; the first also has the backend of an older version.
  "analyzers/misannotated.yaml": ["FW0101", "FW0103"],
  "ingress/overlay.yaml": ["FW0103"],
  "ingress/simple.yaml": ["FW0103"],
  "ingress/tls.yaml": ["FW0103"],
  // A Service without a spec.
  "integration-inputs/pilot/testdata/some-dir/nested-dir/bad-annotation-service.yaml": ["FW0103"],
};

interface Verdict {
  readonly file: string;
  readonly codes: Set<string>;
  readonly told: string[];
}

/** What is wrong with the documents of these kinds, by file. */
function verdicts(root: string): Verdict[] {
  return globSync("**/*.yaml", { cwd: root })
    .sort()
    .map((file) => {
      const verdict: Verdict = { file, codes: new Set(), told: [] };
      for (const { value } of readDocuments(readFileSync(join(root, file)), file).documents) {
        if (envelopeProblems(value).length > 0) continue;
        const resource = value as Resource;
        const found = catalog.findFor(resource);
        if (!found) continue;
        const { problems, unknown } = admit(found.kind, resource, found.version);
        for (const p of [...problems.filter((problem) => problem.severity === "error"), ...unknown]) {
          verdict.codes.add(p.code);
          verdict.told.push(`${resource.kind} ${resource.metadata.name}: ${p.code} ${formatPath(p.path)} ${p.message}`);
        }
      }
      return verdict;
    });
}

for (const folder of ["istio-samples", "istio-crds", "golden"]) {
  test(`takes the documents of ${folder} as Kubernetes does`, { skip: needsFixtures }, () => {
    const root = fixtures(folder);
    assert.ok(root);
    for (const { file, codes, told } of verdicts(root)) {
      const wanted = (folder === "golden" && refused[file]) || [];
      assert.deepEqual([...codes].sort(), wanted, `${file}\n${told.join("\n")}`);
    }
  });
}
