import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readStruct } from "../base/protobuf/struct.ts";
import { wireFields, wireText } from "../base/testing/wire-fields.ts";
import { builtInCatalog, decodeResource, encodeMcpResource, type Resource } from "./index.ts";

const kinds = builtInCatalog();

function encoded(resource: Resource) {
  const kind = kinds.get({ group: resource.apiVersion.split("/")[0] ?? "", kind: resource.kind });
  const message = wireFields(encodeMcpResource(kind, resource));
  const [metadata = new Uint8Array()] = message(1);
  const [body = new Uint8Array()] = message(2);
  return { kind, metadata, type: wireText(body, 1), value: wireFields(body)(2)[0] ?? new Uint8Array() };
}

describe("an object as Istio's clients take it", () => {
  test("has its name, times and labels beside the message of its kind", () => {
    const spec = { hosts: ["a.example.com"], http: [{ timeout: "7s", route: [{ destination: { host: "a" } }] }] };
    const { kind, metadata, type, value } = encoded({
      apiVersion: "networking.istio.io/v1",
      kind: "VirtualService",
      metadata: {
        namespace: "app",
        name: "a",
        creationTimestamp: "2026-01-02T03:04:05Z",
        resourceVersion: "17",
        labels: { team: "red" },
        annotations: { note: "n" },
      },
      spec,
    });
    assert.equal(wireText(metadata, 1), "app/a");
    assert.deepEqual([...(wireFields(metadata)(2)[0] ?? [])], [8, 0xa5, 0xeb, 0xdc, 0xca, 0x06]);
    assert.equal(wireText(metadata, 3), "17");
    const pairs = [4, 5].map((field) => {
      const entry = wireFields(metadata)(field)[0] ?? new Uint8Array();
      return [wireText(entry, 1), wireText(entry, 2)];
    });
    assert.deepEqual(pairs, [
      ["team", "red"],
      ["note", "n"],
    ]);
    assert.equal(type, "type.googleapis.com/istio.networking.v1alpha3.VirtualService");
    assert.deepEqual(decodeResource(kind, value), { spec });
  });

  test("has a Struct where its kind has no message, and a name without namespace where it is of none", () => {
    const { metadata, type, value } = encoded({
      apiVersion: "gateway.networking.k8s.io/v1",
      kind: "GatewayClass",
      metadata: { name: "c" },
      spec: { controllerName: "x.example/y" },
    });
    assert.equal(wireText(metadata, 1), "/c");
    assert.equal(type, "type.googleapis.com/google.protobuf.Struct");
    assert.deepEqual(readStruct(value), { controllerName: "x.example/y" });
  });
});
