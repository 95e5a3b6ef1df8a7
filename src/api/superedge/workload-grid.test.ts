import assert from "node:assert/strict";
import { test } from "node:test";
import { admit } from "../admit.ts";
import { containerWith, workloadSpecWith } from "../kubernetes/testing/workloads.ts";
import type { Resource } from "../resource.ts";
import { told } from "../testing/judge.ts";
import { deploymentGridKind } from "./deployment-grid.ts";
import { statefulSetGridKind } from "./stateful-set-grid.ts";

type Fields = { readonly [name: string]: unknown };

const kinds = [deploymentGridKind, statefulSetGridKind];
const template = workloadSpecWith();
const port = { containerPort: 80 };

function gridWith(kind: string, spec: Fields, name = "echo"): Resource {
  return { apiVersion: "superedge.io/v1", kind, metadata: { name }, spec: { gridUniqKey: "zone", ...spec } };
}

const cases: readonly [what: string, spec: Fields, ...expected: string[]][] = [
  ["plain", { template }],
  ["no key", { gridUniqKey: "", template }, "FW0901 spec.gridUniqKey"],
  ["templates", { templatePool: { a: template }, templates: { z1: "a", z2: "default" }, template }],
  ["missing template", { template, templates: { z1: "b" } }, "FW0902 spec.templates.z1"],
  ["missing default template", { templates: { z1: "default" } }, "FW0902 spec.templates.z1"],
  ["missing named default", { template, defaultTemplateName: "b" }, "FW0902 spec.defaultTemplateName"],
  ["inherited name", { template, templates: { z1: "toString" } }, "FW0902 spec.templates.z1"],
  [
    "template whose selector does not match",
    { template: workloadSpecWith({ selector: { matchLabels: { app: "x" } } }) },
    "FW0616 spec.template.template.metadata.labels",
  ],
  [
    "port twice, which the published definitions refuse",
    { template: workloadSpecWith({}, { containers: [containerWith({ ports: [port, port] })] }) },
    "FW0108 spec.template.template.spec.containers[0].ports[1]",
    "FW0604 spec.template.template.spec.containers[0].ports[1].containerPort",
  ],
  [
    "malformed template in the pool",
    { templatePool: { a: workloadSpecWith({}, { containers: [containerWith({ name: "A" })] }) } },
    "FW0214 spec.templatePool.a.template.spec.containers[0].name",
  ],
];

for (const kind of kinds) {
  test(`rules of a ${kind.kind}`, async (t) => {
    for (const [what, spec, ...expected] of cases) {
      await t.test(what, () => assert.deepEqual(told(kind, gridWith(kind.kind, spec)), expected));
    }
  });

  test(`a template of a ${kind.kind} keeps what its author wrote`, () => {
    const grid = gridWith(kind.kind, { template, templatePool: { a: template } });
    const { resource, unknown } = admit(kind, grid);
    assert.deepEqual(resource.spec, grid.spec);
    assert.deepEqual(unknown, []);
  });

  test(`metadata of a ${kind.kind}'s template is open, as in its published definition`, () => {
    const metadata = { labels: { app: "w" }, creationTimestamp: null, clusterName: "old" };
    const grid = gridWith(kind.kind, {
      template: workloadSpecWith({ template: { ...(template.template as Fields), metadata } }),
    });
    assert.deepEqual(told(kind, grid), []);
    assert.deepEqual(admit(kind, grid).resource.spec, grid.spec);
  });

  test(`a ${kind.kind}'s name fits into a label`, () => {
    assert.deepEqual(told(kind, gridWith(kind.kind, { template }, "a".repeat(63))), []);
    assert.deepEqual(told(kind, gridWith(kind.kind, { template }, "a".repeat(64))), ["FW0115 metadata.name"]);
  });

  test(`the columns of a ${kind.kind}`, () => {
    const states = { z1: { replicas: 2, readyReplicas: 1 }, z2: { replicas: 2, readyReplicas: 2 } };
    const grid = { ...gridWith(kind.kind, { template, templatePool: { a: template } }), status: { states } };
    assert.deepEqual(
      kind.columns.map((column) => column.cell(grid)),
      ["zone", 2, "3/4", 2],
    );
  });
}
