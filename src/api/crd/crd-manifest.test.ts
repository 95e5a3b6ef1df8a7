import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { builtInKinds } from "../kinds.ts";
import { toOpenApi } from "../schema/openapi.ts";
import { crdManifest } from "./crd-manifest.ts";
import { kindFromCrd } from "./kind-from-crd.ts";
import { lines } from "./testing/custom-kind.ts";

/** Kinds that Kubernetes clusters learn from definitions rather than having them. */
const customGroups = /istio\.io$|superedge\.io$|^gateway\.networking\.k8s\.io$/;

describe("the definition of a kind", () => {
  for (const kind of builtInKinds.filter(({ group }) => customGroups.test(group))) {
    test(`${kind.kind}.${kind.group} makes the same kind again`, () => {
      const { kind: again, problems } = kindFromCrd(crdManifest(kind));
      assert.deepEqual(lines(problems.filter((p) => p.severity === "error")), []);
      assert.ok(again);
      const names = ({ group, plural, singular, shortNames, categories, namespaced }: typeof kind) => ({
        ...{ group, plural, singular, shortNames, categories, namespaced },
      });
      assert.deepEqual(names(again), names(kind));
      assert.deepEqual(
        again.versions.map((v) => v.name),
        kind.versions.map((v) => v.name),
      );
      assert.deepEqual(toOpenApi(again.schema), toOpenApi(kind.schema));
      const shown = kind.columns.filter((column) => column.jsonPath !== undefined);
      assert.deepEqual(
        again.columns.map((c) => c.name),
        shown.map((c) => c.name),
      );
    });
  }

  test("there are grids among them", () => {
    assert.ok(builtInKinds.some(({ kind }) => kind === "ServiceGrid"));
  });
});
