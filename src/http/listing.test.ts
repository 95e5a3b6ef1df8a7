import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { TestApi } from "./testing/api-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const map = (name: string, more: object = {}) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, ...more });

suite("lists over HTTP", () => {
  const api = new TestApi();
  before(async () => {
    await api.start();
    for (let i = 0; i < 5; i++) await api.ask("POST", maps, { body: map(`m${i}`) });
  });
  after(() => api.close());
  const names = (items: readonly { metadata: { name: string } }[]) => items.map(({ metadata }) => metadata.name);

  test("come in pages of one version, whatever changes between", async () => {
    const first = (await api.ask("GET", `${maps}?limit=2`)).body;
    assert.deepEqual([names(first.items), first.metadata.remainingItemCount], [["m0", "m1"], 3]);
    await api.ask("DELETE", `${maps}/m3`);
    await api.ask("POST", maps, { body: map("m25") });
    const next = (await api.ask("GET", `${maps}?limit=2&continue=${first.metadata.continue}`)).body;
    assert.deepEqual(names(next.items), ["m2", "m3"]);
    assert.equal(next.metadata.resourceVersion, first.metadata.resourceVersion);
    const last = (await api.ask("GET", `${maps}?limit=2&continue=${next.metadata.continue}`)).body;
    assert.deepEqual([names(last.items), last.metadata.continue], [["m4"], undefined]);
    const exact = `${maps}?resourceVersion=${first.metadata.resourceVersion}&resourceVersionMatch=Exact`;
    assert.deepEqual(names((await api.ask("GET", exact)).body.items), ["m0", "m1", "m2", "m3", "m4"]);
  });

  test("of a version that is forgotten, or still to come, are refused", async () => {
    const { metadata } = (await api.ask("GET", `${maps}?limit=1`)).body;
    await api.ask("POST", maps, { body: map("later") });
    await api.store.compact((await api.ask("GET", maps)).body.metadata.resourceVersion);
    const gone = await api.ask("GET", `${maps}?limit=1&continue=${metadata.continue}`);
    assert.deepEqual([gone.code, gone.body.reason], [410, "Expired"]);
    const early = await api.ask("GET", `${maps}?resourceVersion=999999`);
    assert.deepEqual([early.code, early.body.details.causes[0].reason], [504, "ResourceVersionTooLarge"]);
    for (const bad of [
      "limit=x",
      "continue=x",
      "resourceVersion=x",
      "resourceVersionMatch=Exact",
      "timeoutSeconds=x&watch=1",
    ])
      assert.ok([400, 422].includes((await api.ask("GET", `${maps}?${bad}`)).code), bad);
  });

  const selectable: readonly [string, object, string, string][] = [
    [
      "pods",
      { spec: { nodeName: "n1", containers: [{ name: "c", image: "i" }] } },
      "spec.nodeName=n1",
      "spec.nodeName=n2",
    ],
    ["pods", { spec: { containers: [{ name: "c", image: "i" }] } }, "spec.hostNetwork=false", "spec.hostNetwork=true"],
    ["services", { spec: { clusterIP: "None", ports: [{ port: 80 }] } }, "spec.clusterIP=None", "spec.clusterIP!=None"],
    ["secrets", { type: "example.com/x" }, "type=example.com/x", "type=Opaque"],
    [
      "events",
      { involvedObject: { kind: "Pod", name: "p", namespace: "default" }, reason: "R", source: { component: "c" } },
      "involvedObject.kind=Pod,involvedObject.name=p,reason=R,source=c",
      "involvedObject.name=q",
    ],
  ];
  for (const [i, [plural, fields, picks, leaves]] of selectable.entries()) {
    test(`of ${plural} are picked by ${picks}`, async () => {
      const path = `/api/v1/namespaces/sel${i}/${plural}`;
      const kind = { pods: "Pod", services: "Service", secrets: "Secret", events: "Event" }[plural];
      const metadata = { name: "one", namespace: `sel${i}` };
      const body = {
        apiVersion: "v1",
        kind,
        metadata,
        ...JSON.parse(JSON.stringify(fields).replaceAll('"default"', `"sel${i}"`)),
      };
      const created = await api.ask("POST", path, { body });
      assert.equal(created.code, 201, JSON.stringify(created.body));
      const count = async (selector: string) =>
        (await api.ask("GET", `${path}?fieldSelector=${encodeURIComponent(selector)}`)).body.items.length;
      assert.deepEqual([await count(picks), await count(leaves), await count("metadata.namespace!=other")], [1, 0, 1]);
      const unknown = await api.ask("GET", `${path}?fieldSelector=spec.nothing%3D1`);
      assert.deepEqual([unknown.code, unknown.body.reason], [400, "BadRequest"]);
    });
  }

  test("are deleted whole, or as far as they are selected", async () => {
    const path = "/api/v1/namespaces/all/configmaps";
    for (const [name, app] of Object.entries({ a: "x", b: "y", c: "x" }))
      await api.ask("POST", path, { body: { ...map(name), metadata: { name, labels: { app } } } });
    assert.deepEqual(names((await api.ask("DELETE", `${path}?labelSelector=app%3Dx`)).body.items), ["a", "c"]);
    assert.deepEqual(names((await api.ask("GET", path)).body.items), ["b"]);
    assert.equal((await api.ask("DELETE", path)).code, 200);
    assert.deepEqual((await api.ask("GET", path)).body.items, []);
  });

  test("show metadata only where no more is asked for, also in watches", async () => {
    const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    const { body } = await api.ask("GET", maps, { headers: { accept } });
    assert.deepEqual([body.kind, body.items[0].kind], ["PartialObjectMetadataList", "PartialObjectMetadata"]);
    assert.deepEqual(Object.keys(body.items[0]).sort(), ["apiVersion", "kind", "metadata"]);
    const none = await api.ask("GET", maps, { headers: { accept: "text/html" } });
    assert.deepEqual([none.code, none.body.reason], [406, "NotAcceptable"]);
  });

  test("are compressed where they are long and the client can take it", async () => {
    const big = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`k${i}`, "x".repeat(10_000)]));
    for (const name of ["big1", "big2", "big3"]) await api.ask("POST", maps, { body: map(name, { data: big }) });
    const { headers, bytes } = await api.ask("GET", maps, { headers: { "accept-encoding": "gzip" } });
    assert.equal(headers["content-encoding"], "gzip");
    assert.ok(bytes.length < 20_000);
    assert.equal(JSON.parse(gunzipSync(bytes).toString("utf8")).kind, "ConfigMapList");
    assert.equal(
      (await api.ask("GET", `${maps}/m0`, { headers: { "accept-encoding": "gzip" } })).headers["content-encoding"],
      undefined,
    );
  });
});
