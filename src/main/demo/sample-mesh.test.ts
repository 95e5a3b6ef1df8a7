import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { builtInCatalog, checkDocuments, readDocuments } from "../../api/index.ts";
import { changedObject, sampleChanges } from "./sample-changes.ts";
import { sampleMesh } from "./sample-mesh.ts";

const ports = { ingress: 1, pageInbound: 2, page: 3, pageOutbound: 4, reviews: { v1: 5, v2: 6, v3: 7 }, ratings: 8 };

function check(text: string, file: string) {
  const { documents, problems } = readDocuments(Buffer.from(text), file);
  const checked = checkDocuments(documents, builtInCatalog());
  assert.deepEqual([...problems, ...checked.flatMap((each) => each.problems)], []);
  return checked.flatMap(({ resource }) => resource ?? []);
}

suite("the sample", () => {
  test("has a mesh without a fault", () => {
    const objects = [...sampleMesh(ports)].flatMap(([file, text]) => check(text, file));
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    assert.deepEqual(names, [
      "ServiceEntry productpage",
      "ServiceEntry reviews",
      "ServiceEntry ratings",
      "Gateway ingress",
      "VirtualService ingress",
      "DestinationRule reviews",
      "Sidecar productpage",
    ]);
  });

  for (const { name, yaml } of sampleChanges) {
    test(`has the change '${name}' without a fault, in the place of the others`, () => {
      const [object, ...others] = check(yaml, `${name}.yaml`);
      assert.deepEqual(others, []);
      assert.equal(object?.kind.toLowerCase(), changedObject.kind);
      assert.equal(object?.metadata.name, changedObject.name);
    });
  }
});
