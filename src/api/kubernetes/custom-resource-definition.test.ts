import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { toOpenApi } from "../schema/openapi.ts";
import { admitted, judge, judgeUpdate, type Row } from "../testing/judge.ts";
import { type CustomResourceDefinition, customResourceDefinitionKind as kind } from "./custom-resource-definition.ts";

const metadata = { name: "foos.example.com" };
const names = { plural: "foos", kind: "Foo" };
const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } };
const base = { group: "example.com", names, scope: "Namespaced", versions: [version] };
const spec = (fields: object): object => ({ metadata, spec: { ...base, ...fields } });
const versions = (...items: object[]): object => spec({ versions: items });
const schema = (openAPIV3Schema: object): object => versions({ ...version, schema: { openAPIV3Schema } });
const at = "spec.versions[0].schema.openAPIV3Schema";
const clientConfig = { url: "https://a.example.com" };

const rows: readonly Row[] = [
  ["a definition", spec({})],
  ["another name", { metadata: { name: "foo.example.com" }, spec: base }, "FW0680 metadata.name"],
  ["a plural in capitals", spec({ names: { ...names, plural: "Foos" } }), "FW0680 spec.names.plural"],
  ["a list of the same kind", spec({ names: { ...names, listKind: "Foo" } }), "FW0680 spec.names.listKind"],
  ["no scope", spec({ scope: undefined }), "FW0103 spec.scope"],
  ["no versions", versions(), "FW0106 spec.versions", "FW0681 spec.versions"],
  ["two stored versions", versions(version, { ...version, name: "v2" }), "FW0681 spec.versions"],
  ["no stored version", versions({ ...version, storage: false }), "FW0681 spec.versions"],
  ["a version twice", versions(version, { ...version, storage: false }), "FW0108 spec.versions[1].name"],
  ["a version in capitals", versions({ ...version, name: "V1" }), "FW0680 spec.versions[0].name"],
  ["a version without schema", versions({ ...version, schema: undefined }), "FW0681 spec.versions[0].schema"],
  [
    "a warning without deprecation",
    versions({ ...version, deprecationWarning: "a" }),
    "FW0112 spec.versions[0].deprecationWarning",
  ],
  ["unknown fields for all", spec({ preserveUnknownFields: true }), "FW0104 spec.preserveUnknownFields"],
  ["a status", versions({ ...version, subresources: { status: {} } })],
  [
    "a scale without paths",
    versions({ ...version, subresources: { scale: { specReplicasPath: ".spec.replicas" } } }),
    "FW0103 spec.versions[0].subresources.scale.statusReplicasPath",
  ],
  ["a column", versions({ ...version, additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".a" }] })],
  [
    "a column of no path",
    versions({ ...version, additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: "a" }] }),
    "FW0681 spec.versions[0].additionalPrinterColumns[0].jsonPath",
  ],
  [
    "a column of another type",
    versions({ ...version, additionalPrinterColumns: [{ name: "A", type: "text", jsonPath: ".a" }] }),
    "FW0104 spec.versions[0].additionalPrinterColumns[0].type",
  ],
  [
    "conversion by webhook",
    spec({ conversion: { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } } }),
  ],
  [
    "conversion without webhook",
    spec({ conversion: { strategy: "Webhook" } }),
    "FW0112 spec.conversion.webhook.clientConfig",
  ],
  [
    "a webhook without conversion",
    spec({ conversion: { strategy: "None", webhook: { clientConfig, conversionReviewVersions: ["v1"] } } }),
    "FW0111 spec.conversion.webhook",
  ],
  [
    "a group of Kubernetes",
    { metadata: { name: "foos.x.k8s.io" }, spec: { ...base, group: "x.k8s.io" } },
    'FW0682 metadata.annotations["api-approved.kubernetes.io"]',
  ],
  [
    "what generators write into the status",
    { ...spec({}), status: { acceptedNames: { kind: "", plural: "" }, conditions: [], storedVersions: null } },
  ],

  [
    "a nested schema",
    schema({ type: "object", properties: { a: { type: "array", items: { type: "integer", default: 1 } } } }),
  ],
  ["a schema of unknown type", schema({ properties: { a: { type: "text" } } }), `FW0104 ${at}.properties.a.type`],
  ["a schema with an unknown keyword", schema({ properties: { a: { kind: "x" } } }), `FW0101 ${at}.properties.a.kind`],
  ["any further fields", schema({ additionalProperties: true })],
  ["further fields of a schema", schema({ additionalProperties: { type: "string" } })],
  [
    "further fields of a bad schema",
    schema({ additionalProperties: { maxLength: "a" } }),
    `FW0102 ${at}.additionalProperties.maxLength`,
  ],
  ["further fields of no schema", schema({ additionalProperties: "a" }), `FW0102 ${at}.additionalProperties`],
  ["a list of schemas", schema({ items: [{ type: "string" }] }), `FW0102 ${at}.items`],
];

describe("customResourceDefinitionKind", () => {
  for (const [name, fields, ...problems] of rows) {
    test(name, () => assert.deepEqual(judge(kind, fields), problems));
  }

  test("fills in names and conversion", () => {
    const definition = admitted<CustomResourceDefinition>(kind, spec({}));
    assert.deepEqual(definition.spec.names, { plural: "foos", singular: "foo", kind: "Foo", listKind: "FooList" });
    assert.deepEqual(definition.spec.conversion, { strategy: "None" });
  });

  test("keeps scope, kind and stored versions once it is served", () => {
    const conditions = [{ type: "Established", status: "True" }];
    const served = { ...spec({}), status: { conditions, storedVersions: ["v1"] } };
    assert.deepEqual(judgeUpdate(kind, spec({}), spec({ scope: "Cluster" })), []);
    assert.deepEqual(judgeUpdate(kind, served, spec({ scope: "Cluster" })), ["FW0116 spec.scope"]);
    assert.deepEqual(judgeUpdate(kind, served, spec({ names: { ...names, kind: "Bar" } })), ["FW0116 spec.names.kind"]);
    assert.deepEqual(judgeUpdate(kind, served, versions({ ...version, name: "v2" })), ["FW0681 spec.versions"]);
  });

  test("has an OpenAPI form, though its schema contains itself", () => {
    const form = JSON.stringify(toOpenApi(kind.schema));
    assert.match(form, /"openAPIV3Schema":\{[^}]*"x-kubernetes-preserve-unknown-fields":true/);
  });
});
