import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { TestApi } from "./testing/api-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const map = (name: string, data: object = {}) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data });
const typed = (type: string) => ({ "content-type": type });
const apply = typed("application/apply-patch+yaml");
const merge = typed("application/merge-patch+json");

interface Entry {
  readonly manager: string;
  readonly operation: string;
  readonly subresource?: string;
  readonly fieldsV1: object;
}

suite("writes over HTTP", () => {
  const api = new TestApi();
  before(() => api.start());
  after(() => api.close());
  const owners = async (path: string): Promise<readonly Entry[]> =>
    (await api.ask("GET", path)).body.metadata.managedFields ?? [];

  test("are taken in YAML, and answered in it", async () => {
    const body = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: yaml}\ndata:\n  a: b\n";
    const created = await api.ask("POST", maps, { body, headers: typed("application/yaml") });
    assert.deepEqual([created.code, created.body.data], [201, { a: "b" }]);
    const shown = await api.ask("GET", `${maps}/yaml`, { headers: { accept: "application/yaml" } });
    assert.match(shown.body, /^data:\n {2}a: b$/m);
    for (const bad of ["a: [", "a: *nothing", "{a: 1}\n---\n{b: 2}\n"]) {
      const refused = await api.ask("POST", maps, { body: bad, headers: typed("application/yaml") });
      assert.equal(refused.code, 400, bad);
    }
  });

  test("by applying make the object, change it, and tell who stands against it", async () => {
    const path = `${maps}/ssa`;
    const first = await api.ask("PATCH", `${path}?fieldManager=one`, { body: map("ssa", { a: "1" }), headers: apply });
    assert.deepEqual([first.code, first.body.data], [201, { a: "1" }]);
    const again = await api.ask("PATCH", `${path}?fieldManager=one`, { body: map("ssa", { a: "1" }), headers: apply });
    assert.deepEqual([again.code, again.body], [200, first.body]);
    const other = { body: map("ssa", { a: "2", b: "2" }), headers: apply };
    const refused = await api.ask("PATCH", `${path}?fieldManager=two`, other);
    assert.deepEqual([refused.code, refused.body.reason], [409, "Conflict"]);
    assert.deepEqual(refused.body.details.causes, [
      { reason: "FieldManagerConflict", message: 'conflict with "one"', field: ".data.a" },
    ]);
    assert.equal((await api.ask("PATCH", `${path}?fieldManager=two&force=true`, other)).code, 200);
    const left = await api.ask("PATCH", `${path}?fieldManager=one`, { body: map("ssa"), headers: apply });
    assert.deepEqual(left.body.data, { a: "2", b: "2" });
  });

  test("keep the record of who owns which field", async () => {
    const path = `${maps}/owned`;
    await api.ask("POST", `${maps}?fieldManager=creator`, { body: map("owned", { a: "1", b: "1" }) });
    await api.ask("PATCH", `${path}?fieldManager=editor`, { body: { data: { b: "2" } }, headers: merge });
    assert.deepEqual(
      (await owners(path)).map(({ manager, operation, fieldsV1 }) => [manager, operation, fieldsV1]),
      [
        // The older one first, and by name within the same second: in this order either way.
        ["creator", "Update", { "f:data": { ".": {}, "f:a": {} } }],
        ["editor", "Update", { "f:data": { "f:b": {} } }],
      ],
    );
    await api.ask("PATCH", path, { body: { metadata: { managedFields: [{}] } }, headers: merge });
    assert.deepEqual(await owners(path), []);
    await api.ask("PATCH", `${path}?fieldManager=one`, { body: map("owned", { a: "1" }), headers: apply });
    assert.deepEqual(
      (await owners(path)).map(({ manager }) => manager),
      ["one", "before-first-apply"],
    );
  });

  test("of a status are recorded apart", async () => {
    const path = "/apis/apps/v1/namespaces/default/deployments";
    const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
    const spec = { selector: { matchLabels: { a: "b" } }, template };
    await api.ask("POST", path, { body: { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" }, spec } });
    await api.ask("PATCH", `${path}/d/status?fieldManager=controller`, {
      body: { status: { replicas: 1 } },
      headers: merge,
    });
    const entry = (await owners(`${path}/d`)).find(({ manager }) => manager === "controller");
    assert.deepEqual([entry?.subresource, entry?.fieldsV1], ["status", { "f:status": { ".": {}, "f:replicas": {} } }]);
  });

  test("are tried without being stored", async () => {
    const tried = await api.ask("POST", `${maps}?dryRun=All`, { body: map("dry") });
    assert.deepEqual([tried.code, tried.body.metadata.resourceVersion], [201, undefined]);
    assert.equal((await api.ask("GET", `${maps}/dry`)).code, 404);
    await api.ask("POST", maps, { body: map("dry", { a: "1" }) });
    for (const [method, path, body, headers] of [
      ["PUT", `${maps}/dry?dryRun=All`, map("dry", { a: "2" }), {}],
      ["PATCH", `${maps}/dry?dryRun=All`, { data: { a: "2" } }, merge],
      ["PATCH", `${maps}/dry?dryRun=All&fieldManager=x&force=true`, map("dry", { a: "2" }), apply],
      ["DELETE", `${maps}/dry?dryRun=All`, undefined, {}],
      ["DELETE", `${maps}/dry`, { dryRun: ["All"] }, {}],
    ] as const) {
      assert.equal((await api.ask(method, path, { body, headers })).code, 200, `${method} ${path}`);
      assert.deepEqual((await api.ask("GET", `${maps}/dry`)).body.data, { a: "1" });
    }
  });

  test("by 50 at once have one winner per version", async () => {
    const { body: created } = await api.ask("POST", maps, { body: map("race", { n: "0" }) });
    let { resourceVersion } = created.metadata;
    for (let round = 1; round <= 3; round++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => {
          const metadata = { name: "race", resourceVersion };
          return api.ask("PUT", `${maps}/race`, { body: { ...map("race", { n: `${round}-${i}` }), metadata } });
        }),
      );
      const won = answers.filter(({ code }) => code === 200);
      assert.equal(won.length, 1);
      assert.ok(answers.every(({ code }) => code === 200 || code === 409));
      resourceVersion = won[0]?.body.metadata.resourceVersion;
      assert.equal((await api.ask("GET", `${maps}/race`)).body.metadata.resourceVersion, resourceVersion);
    }
  });

  test("that name no version all get through, none on a state of before", async () => {
    await api.ask("POST", maps, { body: map("all") });
    const body = (i: number) => ({ data: { [`k${i}`]: "1" } });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => api.ask("PATCH", `${maps}/all`, { body: body(i), headers: merge })),
    );
    assert.ok(answers.every(({ code }) => code === 200));
    assert.equal(Object.keys((await api.ask("GET", `${maps}/all`)).body.data).length, 8);
  });

  test("warn of versions that are going out of use", async () => {
    const old = "/apis/networking.istio.io/v1alpha3/namespaces/default/virtualservices";
    const { headers } = await api.ask("GET", old);
    assert.equal(headers.warning, undefined);
    const { headers: doubtful } = await api.ask("POST", maps, { body: { ...map("w"), extra: "ü\n" } });
    assert.equal(doubtful.warning, '299 - "unknown field \\"extra\\""');
  });
});
