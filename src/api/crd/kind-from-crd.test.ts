import assert from "node:assert/strict";
import { test } from "node:test";
import { admit } from "../admit.ts";
import { KindCatalog } from "../catalog.ts";
import { kindFromCrd } from "./kind-from-crd.ts";
import { boat, boatCrd, kindOf, lines } from "./testing/custom-kind.ts";

const text = { type: "string" };
const spec = { type: "object", properties: { name: text } };

function edited(change: (spec: { [field: string]: unknown }) => void) {
  const crd = structuredClone(boatCrd(spec));
  change(crd.spec as { [field: string]: unknown });
  return crd;
}

const version = (name: string, storage: boolean, more: object = {}, field = "name") => ({
  name,
  served: true,
  storage,
  schema: {
    openAPIV3Schema: {
      type: "object",
      properties: { spec: { type: "object", properties: { [field]: text }, required: [field] } },
    },
  },
  ...more,
});

test("names, scope and subresources", () => {
  const kind = kindOf(
    edited((crd) => {
      crd.names = { kind: "Boat", plural: "boats", singular: "ship", shortNames: ["bt"], categories: ["all"] };
      crd.scope = "Cluster";
      crd.versions = [version("v1", true, { subresources: { status: {} } })];
    }),
  );
  assert.deepEqual(
    [kind.group, kind.kind, kind.plural, kind.singular, kind.shortNames, kind.categories],
    ["example.com", "Boat", "boats", "ship", ["bt"], ["all"]],
  );
  assert.equal(kind.namespaced, false);
  assert.equal(kind.statusSubresource, true);
});

test("what the definition leaves out", () => {
  const kind = kindOf(boatCrd(spec));
  assert.deepEqual([kind.singular, kind.shortNames, kind.categories], ["boat", [], []]);
  assert.equal(kind.statusSubresource, false);
});

test("versions have schemas of their own and the stored one comes first", () => {
  const kind = kindOf(
    edited((crd) => {
      crd.versions = [
        version("v1alpha1", false, { deprecated: true }, "old"),
        version("v1beta1", false, { deprecated: true, deprecationWarning: "use v1" }, "old"),
        version("v1gamma1", false, { served: false }),
        version("v1", true),
      ];
    }),
  );
  assert.deepEqual(
    kind.versions.map((v) => [v.name, v.deprecation]),
    [
      ["v1", undefined],
      ["v1alpha1", "example.com/v1alpha1 Boat is deprecated"],
      ["v1beta1", "use v1"],
    ],
  );
  const catalog = new KindCatalog([kind]);
  const judge = (apiVersion: string, value: object) => {
    const found = catalog.findFor(boat(value, apiVersion));
    return found && lines(admit(kind, boat(value, apiVersion), found.version).problems);
  };
  assert.deepEqual(judge("example.com/v1", { name: "a" }), []);
  assert.deepEqual(judge("example.com/v1", { old: "a" }), ["FW0103 spec.name: must be set"]);
  assert.deepEqual(judge("example.com/v1alpha1", { old: "a" }), []);
  assert.equal(judge("example.com/v1gamma1", {}), undefined);
  assert.equal(catalog.toStored(boat({ old: "a" }, "example.com/v1alpha1")).apiVersion, "example.com/v1");
});

test("a stored version that is not served gives way to one that is", () => {
  const kind = kindOf(
    edited((crd) => {
      crd.versions = [version("v2", true, { served: false }), version("v1", false)];
    }),
  );
  assert.deepEqual(
    kind.versions.map((v) => v.name),
    ["v1"],
  );
});

test("printer columns", () => {
  const additionalPrinterColumns = [
    { name: "Name", type: "string", jsonPath: ".spec.name", description: "Its name." },
    { name: "Ready", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].status', priority: 5 },
    { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
  ];
  const kind = kindOf(boatCrd(spec, { additionalPrinterColumns }));
  const status = { conditions: [{ type: "Ready", status: "True" }] };
  assert.deepEqual(
    kind.columns.map((c) => [c.name, c.type, c.priority, c.doc, c.cell({ ...boat({ name: "a" }), status })]),
    [
      ["Name", "string", 0, "Its name.", "a"],
      ["Ready", "string", 1, "", "True"],
    ],
  );
});

test("what is accepted with a warning", () => {
  const { kind, problems } = kindFromCrd(
    edited((crd) => {
      crd.conversion = {
        strategy: "Webhook",
        webhook: { clientConfig: { url: "https://a.com" }, conversionReviewVersions: ["v1"] },
      };
      const columns = [{ name: "X", type: "string", jsonPath: ".spec[?(@.a>1)]" }];
      crd.versions = [version("v1", true, { additionalPrinterColumns: columns })];
    }),
  );
  assert.ok(kind);
  assert.deepEqual(
    problems.map((p) => [p.code, p.severity]),
    [
      ["FW1004", "warning"],
      ["FW1005", "warning"],
    ],
  );
});

test("definitions that cannot be used", () => {
  const bad = [
    edited((crd) => {
      crd.versions = [version("v1", true, { served: false })];
    }),
    edited((crd) => {
      crd.versions = [version("v1", true), version("v2", true)];
    }),
    edited((crd) => {
      crd.names = { kind: "Boat", plural: "vessels" };
    }),
    edited((crd) => {
      crd.scope = "Galaxy";
    }),
    { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", metadata: { name: "a.b" } },
  ];
  for (const crd of bad) {
    const { kind, problems } = kindFromCrd(crd);
    assert.equal(kind, undefined);
    assert.ok(problems.some((p) => p.severity === "error"));
  }
});

test("a name may be narrowed", () => {
  const crd = edited((crd) => {
    const metadata = { type: "object", properties: { name: { type: "string", pattern: "^boat-" } } };
    const openAPIV3Schema = { type: "object", properties: { metadata, spec } };
    crd.versions = [version("v1", true, { schema: { openAPIV3Schema } })];
  });
  assert.deepEqual(lines(admit(kindOf(crd), boat({})).problems), [
    "FW0113 : must have a `metadata` that must have a `name` that must match '^boat-'",
  ]);
});
