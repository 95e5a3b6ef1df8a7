import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../../api/index.ts";
import { meshSettings } from "../mesh-settings.ts";
import { getObject } from "../objects.ts";
import { config, created } from "../testing/configs.ts";
import {
  changeVirtualServices,
  emptyVirtualServiceIndex,
  virtualServiceProblems,
  virtualServicesFor,
} from "./virtual-service-index.ts";

const settings = meshSettings({});
const to = (host: string) => [{ route: [{ destination: { host } }] }];
const index = (...resources: readonly Resource[]) =>
  changeVirtualServices(emptyVirtualServiceIndex, created(...resources), settings).index;
const vs = (id: string, spec: object, second = 0) => config("VirtualService", id, spec, second);
const names = (list: readonly { readonly namespace: string; readonly name: string }[]) =>
  list.map(({ namespace, name }) => `${namespace}/${name}`);

test("names are completed by the object's namespace", () => {
  const spec = { hosts: ["reviews", "*.Example.com"], gateways: ["mesh", "edge"], http: to("ratings") };
  const found = getObject(index(vs("app/a", spec)).merged, "app", "a");
  assert.deepEqual(found?.hosts, ["reviews.app.svc.cluster.local", "*.example.com"]);
  assert.deepEqual(found?.gateways, ["mesh", "app/edge"]);
  assert.deepEqual(found?.targets, [{ host: "ratings.app.svc.cluster.local", port: 0 }]);
});

describe("who sees a virtual service, and in which order", () => {
  const all = index(
    vs("a/public-young", { hosts: ["x.com"], http: to("x") }, 5),
    vs("a/public-old", { hosts: ["x.com"], http: to("x") }, 1),
    vs("a/private", { hosts: ["x.com"], exportTo: ["."], http: to("x") }, 9),
    vs("a/to-b", { hosts: ["x.com"], exportTo: ["b"], http: to("x") }, 7),
    vs("a/at-edge", { hosts: ["x.com"], gateways: ["edge"], http: to("x") }),
    vs("a/to-nobody", { hosts: ["x.com"], exportTo: ["~"], http: to("x") }),
  );
  for (const [namespace, gateway, expected] of [
    ["a", "mesh", ["a/private", "a/public-old", "a/public-young"]],
    ["b", "mesh", ["a/to-b", "a/public-old", "a/public-young"]],
    ["c", "mesh", ["a/public-old", "a/public-young"]],
    ["c", "a/edge", ["a/at-edge"]],
  ] as const) {
    test(`${namespace} at ${gateway}`, () =>
      assert.deepEqual(names(virtualServicesFor(all, namespace, gateway)), expected));
  }
});

test("of equal age the first by name wins, whatever the namespace", () => {
  const all = index(
    vs("a/zz", { hosts: ["x.com"], http: to("x") }),
    vs("b/aa", { hosts: ["x.com"], http: to("x") }),
    vs("a/mm", { hosts: ["x.com"], http: to("x") }),
  );
  assert.deepEqual(names(virtualServicesFor(all, "c", "mesh")), ["b/aa", "a/mm", "a/zz"]);
});

describe("delegates", () => {
  const parent = vs("app/parent", {
    hosts: ["reviews"],
    http: [{ name: "p", match: [{ uri: { prefix: "/team" } }], delegate: { name: "child", namespace: "other" } }],
  });
  const child = vs("other/child", { http: [{ name: "c", route: [{ destination: { host: "store" } }] }] });

  test("their routes take the parent's place, with names of their own namespace", () => {
    const merged = getObject(index(parent, child).merged, "app", "parent");
    assert.deepEqual(merged?.http, [
      {
        name: "p-c",
        match: [{ uri: { prefix: "/team" } }],
        route: [{ destination: { host: "store.other.svc.cluster.local" } }],
      },
    ]);
    assert.deepEqual(
      merged?.sources.map(({ name }) => name),
      ["parent", "child"],
    );
  });

  test("have no hosts and apply to nobody by themselves", () =>
    assert.deepEqual(virtualServicesFor(index(child), "other", "mesh"), []));

  test("one that comes later is put in place", () => {
    const before = index(parent);
    assert.deepEqual(getObject(before.merged, "app", "parent")?.http, []);
    assert.deepEqual(
      [...virtualServiceProblems(before)].map(({ code }) => code),
      ["FW1102"],
    );
    const { index: after, replaced } = changeVirtualServices(before, created(child), settings);
    assert.equal(getObject(after.merged, "app", "parent")?.http.length, 1);
    assert.deepEqual(replaced.map(({ name }) => name).sort(), ["child", "parent"]);
    assert.deepEqual([...virtualServiceProblems(after)], []);
  });

  test("one that is not exported to the parent's namespace does not count", () => {
    const hidden = vs("other/child", { exportTo: ["."], http: to("store") });
    assert.deepEqual(getObject(index(parent, hidden).merged, "app", "parent")?.http, []);
  });
});

test("an object of the wrong form is a problem, and the others go on", () => {
  const all = index(
    vs("a/bad", { hosts: 3 }),
    vs("a/none", null as unknown as object),
    vs("a/good", { hosts: ["x.com"] }),
  );
  assert.deepEqual(names(virtualServicesFor(all, "a", "mesh")), ["a/good"]);
  assert.deepEqual(
    [...virtualServiceProblems(all)].map(({ code }) => code),
    ["FW1101", "FW1101"],
  );
});
