import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { builtInKinds, KindCatalog, kindFromCrd, type OpenApiSchema } from "../../api/index.ts";
import { isObject } from "../../base/json.ts";
import { TestApi } from "../testing/api-client.ts";
import { OpenApiDocuments } from "./open-api-documents.ts";

interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: { readonly [key: string]: unknown } } };
  readonly components: { readonly schemas: { readonly [name: string]: OpenApiSchema } };
  readonly definitions: { readonly [name: string]: OpenApiSchema };
}

const kinds = new KindCatalog(builtInKinds);
const documents = new OpenApiDocuments("test");

/** Every reference in a document, and every schema's keyword that v2 does not know. */
function walk(value: unknown, found: (key: string, value: unknown) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, found);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      found(key, item);
      walk(item, found);
    }
  }
}

suite("OpenAPI documents", () => {
  test("of each group and version are in the index, by a hash that changes with them", () => {
    const { paths } = documents.index(kinds) as { paths: { [path: string]: { serverRelativeURL: string } } };
    assert.match(paths["api/v1"]?.serverRelativeURL ?? "", /^\/openapi\/v3\/api\/v1\?hash=[0-9A-F]{64}$/);
    assert.ok(paths["apis/networking.istio.io/v1alpha3"]);
    const more = kinds.with([boat(), ...builtInKinds.filter((kind) => kind.kind === "ConfigMap")]);
    const changed = documents.index(more) as typeof documents & { paths: typeof paths };
    assert.equal(changed.paths["api/v1"]?.serverRelativeURL, paths["api/v1"]?.serverRelativeURL);
    assert.ok(changed.paths["apis/example.com/v1"]);
    assert.equal(documents.v3(kinds, "example.com", "v1"), undefined);
  });

  test("describe an object with its kind, and refer to nothing that is not there", () => {
    const v3 = documents.v3(kinds, "", "v1") as Document;
    const service = v3.components.schemas["io.k8s.api.core.v1.Service"];
    assert.deepEqual(service?.["x-kubernetes-group-version-kind"], [{ group: "", kind: "Service", version: "v1" }]);
    for (const kind of kinds.all) {
      for (const { name } of kind.versions) checkReferences(documents.v3(kinds, kind.group, name) as Document);
    }
    const v2 = documents.v2(kinds) as Document;
    walk(v2, (key, value) => {
      if (key === "$ref") assert.ok(v2.definitions[String(value).replace("#/definitions/", "")], String(value));
    });
  });

  test("tell how lists merge, and which patches and parameters a kind takes", () => {
    const { paths, components } = documents.v3(kinds, "", "v1") as Document;
    const ports = at(components.schemas["io.k8s.api.core.v1.Service"], "spec", "ports");
    assert.equal(ports?.["x-kubernetes-patch-merge-key"], "port");
    assert.deepEqual(ports?.["x-kubernetes-list-map-keys"], ["port", "protocol"]);
    const patch = paths["/api/v1/namespaces/{namespace}/services/{name}"]?.patch ?? {};
    const { content } = patch.requestBody as { content: object };
    assert.ok("application/strategic-merge-patch+json" in content && "application/apply-patch+yaml" in content);
    const names = (patch.parameters as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(names, ["dryRun", "fieldManager", "fieldValidation", "force"]);
    assert.ok(paths["/api/v1/nodes/{name}/status"]?.put);
  });
});

function checkReferences({ components }: Document): void {
  walk(components, (key, value) => {
    if (key === "$ref")
      assert.ok(components.schemas[String(value).replace("#/components/schemas/", "")], String(value));
  });
}

function at(schema: OpenApiSchema | undefined, ...path: readonly string[]): OpenApiSchema | undefined {
  return path.reduce<OpenApiSchema | undefined>(
    (inner, name) => (inner?.properties as { [name: string]: OpenApiSchema } | undefined)?.[name],
    schema,
  );
}

function boat() {
  const { kind } = kindFromCrd({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "boats.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind: "Boat", plural: "boats", singular: "boat" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  });
  assert.ok(kind);
  return kind;
}

test("the document that kubectl always asks for is sent once", async () => {
  const api = new TestApi();
  await api.start();
  try {
    const accept = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
    const first = await api.ask("GET", "/openapi/v2", { headers: { accept } });
    assert.deepEqual([first.code, first.headers["content-type"]], [200, accept.replace("@", ".")]);
    const again = { accept, "if-none-match": first.headers.etag ?? "" };
    const second = await api.ask("GET", "/openapi/v2", { headers: again });
    assert.deepEqual([second.code, second.bytes.length], [304, 0]);
    const { headers } = await api.ask("GET", "/openapi/v3/api/v1?hash=x");
    assert.match(String(headers["cache-control"]), /immutable/);
  } finally {
    await api.close();
  }
});
