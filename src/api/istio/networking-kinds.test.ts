import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { admit } from "../admit.ts";
import type { KindDefinition } from "../kind.ts";
import { apiVersionOf, type Resource } from "../resource.ts";
import { type Field, resolve, type Schema } from "../schema/schema.ts";
import { judgeAnnotated, judgeSpec } from "../testing/judge.ts";
import { arbitraryOf } from "./testing/arbitrary-of.ts";
import { networkingKinds } from "./testing/networking-kinds.ts";

function* fieldsIn(lazily: Schema, path: string): Generator<readonly [path: string, field: Field]> {
  const schema = resolve(lazily);
  if (schema.type === "list") yield* fieldsIn(schema.item, `${path}[]`);
  if (schema.type === "map") yield* fieldsIn(schema.value, `${path}{}`);
  if (schema.type !== "object") return;
  for (const [name, field] of Object.entries(schema.fields)) {
    yield [`${path}.${name}`, field];
    yield* fieldsIn(field.schema, `${path}.${name}`);
  }
}

function objectOf(kind: KindDefinition, spec: unknown): Resource {
  const apiVersion = apiVersionOf(kind.group, kind.versions[0].name);
  return { apiVersion, kind: kind.kind, metadata: { name: "x", namespace: "default" }, spec };
}

/** A spec of each kind that is fine. */
const least: { readonly [kind: string]: object } = {
  VirtualService: { http: [{ redirect: { uri: "/" } }] },
  DestinationRule: { host: "a" },
  Gateway: { servers: [{ port: { number: 80, protocol: "HTTP", name: "http" }, hosts: ["*"] }] },
  ServiceEntry: { hosts: ["a"] },
  WorkloadEntry: { address: "1.1.1.1" },
  WorkloadGroup: { template: {} },
  Sidecar: { egress: [{ hosts: ["./*"] }] },
  EnvoyFilter: {},
  ProxyConfig: {},
};

for (const kind of networkingKinds) {
  test(`${kind.kind}: every field is explained by a sentence`, () => {
    for (const [path, { doc }] of fieldsIn(kind.schema, kind.kind)) {
      assert.match(doc, /^[A-Z0-9`].*\.$/s, `${path}: '${doc}'`);
      assert.ok(doc.length <= 140, `${path}: ${doc.length} characters`);
    }
  });

  test(`${kind.kind} cannot be tried without effect`, () => {
    const spec = least[kind.kind];
    assert.deepEqual(judgeSpec(kind, spec), []);
    const found = judgeAnnotated(kind, spec, { "istio.io/dry-run": "true" });
    assert.deepEqual(found, ['FW0415 metadata.annotations["istio.io/dry-run"]']);
  });

  test(`${kind.kind}: no spec makes the checks throw`, () => {
    const spec = kind.schema.fields.spec;
    assert.ok(spec);
    fc.assert(
      fc.property(arbitraryOf(spec.schema), (value) => {
        admit(kind, objectOf(kind, value));
      }),
      { numRuns: 300 },
    );
  });
}
