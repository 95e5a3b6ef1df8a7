import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { admit, builtInCatalog, type Resource } from "../../src/api/index.ts";
import { createDefinitions } from "../peers/create-definitions.ts";
import { startEtcd } from "../peers/etcd.ts";
import { goSkipReason } from "../peers/go-program.ts";
import { startKubeApiserver } from "../peers/kube-apiserver.ts";
import type { KubeClient, KubeObject } from "../peers/kube-client.ts";
import { fairway, scratch } from "../tools/fairway.ts";

const kinds = builtInCatalog();
const ports = [{ port: 80, targetPort: "http", protocol: "TCP" }];
const pods = (container: object) => ({
  replicas: 2,
  selector: { matchLabels: { app: "echo" } },
  template: {
    metadata: { labels: { app: "echo" } },
    spec: { nodeSelector: { gpu: "no" }, containers: [{ name: "echo", image: "echo:1", ...container }] },
  },
});
const workload = pods({ ports: [{ containerPort: 80 }], resources: { limits: { cpu: "1", memory: 1024 } } });

/** What is right and what is wrong with grids, as far as a definition can say it. */
const cases: readonly (readonly [what: string, kind: string, spec: unknown, right: boolean])[] = [
  ["a Service", "ServiceGrid", { gridUniqKey: "zone1", template: { ports, selector: { app: "echo" } } }, true],
  ["a port without a protocol", "ServiceGrid", { gridUniqKey: "zone1", template: { ports: [{ port: 80 }] } }, true],
  ["later fields", "ServiceGrid", { template: { ports, internalTrafficPolicy: "Local" } }, true],
  ["a field that nobody knows", "ServiceGrid", { gridUniqKey: "zone1", template: { ports, colour: "red" } }, true],
  ["no port's number", "ServiceGrid", { gridUniqKey: "zone1", template: { ports: [{ name: "http" }] } }, false],
  ["two ports alike", "ServiceGrid", { template: { ports: [...ports, ...ports] } }, false],
  ["a key that is a number", "ServiceGrid", { gridUniqKey: 1, template: { ports } }, false],
  ["a Deployment", "DeploymentGrid", { gridUniqKey: "zone1", template: workload }, true],
  ["templates", "DeploymentGrid", { templatePool: { big: workload }, templates: { east: "big" } }, true],
  ["a container without a name", "DeploymentGrid", { template: pods({ name: undefined }) }, false],
  ["replicas in words", "DeploymentGrid", { template: { ...workload, replicas: "two" } }, false],
  ["a StatefulSet", "StatefulSetGrid", { gridUniqKey: "zone1", template: { ...workload, serviceName: "echo" } }, true],
  ["a selector that is a text", "StatefulSetGrid", { template: { ...workload, selector: "app" } }, false],
];

const gridOf = (kind: string, name: string, spec: unknown): KubeObject & Resource => ({
  apiVersion: "superedge.io/v1",
  kind,
  metadata: { name, namespace: "default" },
  spec,
});

describe("what fairway crds prints", { skip: goSkipReason, timeout: 240_000 }, () => {
  const { dir, remove } = scratch();
  const stops: (() => Promise<unknown>)[] = [remove as () => Promise<unknown>];
  let client: KubeClient;
  before(async () => {
    const printed = await fairway(["crds", "-o", "json"]);
    const { items } = JSON.parse(printed.out) as { readonly items: readonly KubeObject[] };
    const etcd = await startEtcd(dir);
    stops.unshift(() => etcd.stop());
    const server = await startKubeApiserver(dir, etcd.url);
    stops.unshift(() => server.stop());
    client = server.client;
    await createDefinitions(client, items);
  });
  after(async () => {
    for (const stop of stops) await stop();
  });

  test("is taken by a real kube-apiserver, with a status apart", async () => {
    for (const kind of ["ServiceGrid", "DeploymentGrid", "StatefulSetGrid"]) {
      const { hasStatus } = await client.kindOf({ apiVersion: "superedge.io/v1", kind });
      assert.equal(hasStatus, true, kind);
    }
  });

  for (const [i, [what, kind, spec, right]] of cases.entries()) {
    test(`${right ? "takes" : "refuses"} ${what} in a ${kind} as Fairway does`, async () => {
      const grid = gridOf(kind, `grid-${i}`, JSON.parse(JSON.stringify(spec)));
      const definition = kinds.all.find((each) => each.kind === kind && each.group === "superedge.io");
      assert.ok(definition);
      const ours = admit(definition, grid);
      const errors = ours.problems.filter(({ severity }) => severity === "error");
      const refused = await client.create(grid).then(
        () => "",
        (error: Error) => error.message,
      );
      assert.deepEqual([refused === "", errors.length === 0], [right, right], refused || JSON.stringify(errors));
      if (!right) return;
      const theirs = (await client.list("superedge.io/v1", kind)).find(({ metadata }) => metadata.name === `grid-${i}`);
      assert.deepEqual(theirs?.["spec"], ours.resource.spec);
    });
  }
});
