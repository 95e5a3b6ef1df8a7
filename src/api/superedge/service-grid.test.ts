import assert from "node:assert/strict";
import { test } from "node:test";
import { admit } from "../admit.ts";
import type { Resource } from "../resource.ts";
import { told } from "../testing/judge.ts";
import { serviceGridKind } from "./service-grid.ts";

type Fields = { readonly [name: string]: unknown };

const template = { selector: { app: "echo" }, ports: [{ port: 80, protocol: "TCP", targetPort: 8080 }] };

function gridWith(spec: Fields | undefined, name = "echo"): Resource {
  return { apiVersion: "superedge.io/v1", kind: "ServiceGrid", metadata: { name, namespace: "default" }, spec };
}

const cases: readonly [what: string, grid: Resource, ...expected: string[]][] = [
  ["plain", gridWith({ gridUniqKey: "zone1", template })],
  ["key with a domain", gridWith({ gridUniqKey: "topology.kubernetes.io/zone", template })],
  ["no spec", gridWith(undefined), "FW0901 spec.gridUniqKey"],
  ["no key", gridWith({ template }), "FW0901 spec.gridUniqKey"],
  ["empty key", gridWith({ gridUniqKey: "", template }), "FW0901 spec.gridUniqKey"],
  ["malformed key", gridWith({ gridUniqKey: "zone 1", template }), "FW0213 spec.gridUniqKey"],
  ["longest name", gridWith({ gridUniqKey: "zone1", template }, "a".repeat(59))],
  ["too long a name", gridWith({ gridUniqKey: "zone1", template }, "a".repeat(60)), "FW0115 metadata.name"],
  ["name with dots", gridWith({ gridUniqKey: "zone1", template }, "a.b"), "FW0115 metadata.name"],
  [
    "malformed template",
    gridWith({ gridUniqKey: "zone1", template: { ...template, ports: [{ port: 0 }] } }),
    "FW0203 spec.template.ports[0].port",
  ],
  [
    "fields that came after the first grids",
    gridWith({
      gridUniqKey: "zone1",
      template: { ...template, internalTrafficPolicy: "Local", trafficDistribution: "PreferClose" },
    }),
  ],
  [
    "field that went",
    gridWith({ gridUniqKey: "zone1", template: { ...template, topologyKeys: ["zone1"] } }),
    "FW0114 spec.template.topologyKeys",
  ],
];

test("rules of a ServiceGrid", async (t) => {
  for (const [what, grid, ...expected] of cases) {
    await t.test(what, () => assert.deepEqual(told(serviceGridKind, grid), expected));
  }
});

test("a template keeps what its author wrote, but for the keys of its ports", () => {
  const grid = gridWith({ gridUniqKey: "zone1", template: { ports: [{ port: 80 }] } });
  assert.deepEqual(admit(serviceGridKind, grid).resource.spec, {
    gridUniqKey: "zone1",
    template: { ports: [{ port: 80, protocol: "TCP" }] },
  });
});

test("the columns of kubectl get servicegrids", () => {
  const row = (grid: Resource) => serviceGridKind.columns.map((column) => column.cell(grid));
  assert.deepEqual(row(gridWith({ gridUniqKey: "zone1", template })), ["zone1", "ClusterIP", "80/TCP"]);
  assert.deepEqual(row(gridWith(undefined)), [undefined, "ClusterIP", "<none>"]);
});
