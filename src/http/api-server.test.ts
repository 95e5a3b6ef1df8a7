import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { TestApi } from "./testing/api-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const routes = "/apis/networking.istio.io/v1/namespaces/default/virtualservices";
const map = (name: string, data: object = {}) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data });
const route = (name: string, spec: object = {}) => ({
  apiVersion: "networking.istio.io/v1",
  kind: "VirtualService",
  metadata: { name },
  spec: { hosts: ["web"], http: [{ route: [{ destination: { host: "web" } }] }], ...spec },
});
const merge = { "content-type": "application/merge-patch+json" };

suite("the Kubernetes-style API", () => {
  const api = new TestApi();
  before(() => api.start());
  after(() => api.close());

  suite("discovery", () => {
    test("lists groups, versions and resources", async () => {
      assert.deepEqual((await api.ask("GET", "/api")).body.versions, ["v1"]);
      const { groups } = (await api.ask("GET", "/apis")).body;
      const istio = groups.find((g: { name: string }) => g.name === "networking.istio.io");
      assert.deepEqual(
        istio.versions.map((v: { version: string }) => v.version),
        ["v1", "v1beta1", "v1alpha3"],
      );
      assert.equal((await api.ask("GET", "/apis/networking.istio.io")).body.preferredVersion.version, "v1");
      const { resources } = (await api.ask("GET", "/apis/networking.istio.io/v1")).body;
      const names = resources.map((r: { name: string }) => r.name);
      assert.ok(names.includes("virtualservices") && names.includes("virtualservices/status"), names);
      assert.equal((await api.ask("GET", "/apis/nothing.example.com")).code, 404);
    });

    test("tells version and health to anyone, and nothing else", async () => {
      for (const path of ["/version", "/healthz", "/livez", "/readyz"]) {
        assert.equal((await api.ask("GET", path, { anonymous: true })).code, 200, path);
      }
      for (const path of ["/api", "/apis", "/api/v1", maps, "/metrics", "/debug/x", "/apis/networking.istio.io/v1"]) {
        const { code, body, headers } = await api.ask("GET", path, { anonymous: true });
        assert.equal(code, 401, path);
        assert.equal(body.reason, "Unauthorized");
        assert.match(headers["www-authenticate"] ?? "", /^Bearer/);
      }
      const wrong = { authorization: "Bearer wrong" };
      assert.equal((await api.ask("GET", maps, { anonymous: true, headers: wrong })).code, 401);
    });
  });

  suite("objects", () => {
    test("are created once, read, replaced and deleted", async () => {
      const created = await api.ask("POST", maps, { body: map("a", { x: "1" }) });
      assert.equal(created.code, 201);
      assert.equal(created.body.metadata.namespace, "default");
      const again = await api.ask("POST", maps, { body: map("a") });
      assert.deepEqual([again.code, again.body.reason], [409, "AlreadyExists"]);
      const replaced = await api.ask("PUT", `${maps}/a`, { body: { ...created.body, data: { x: "2" } } });
      assert.deepEqual(replaced.body.data, { x: "2" });
      const stale = await api.ask("PUT", `${maps}/a`, { body: { ...created.body, data: { x: "3" } } });
      assert.deepEqual([stale.code, stale.body.reason], [409, "Conflict"]);
      assert.deepEqual((await api.ask("GET", `${maps}/a`)).body, replaced.body);
      const deleted = await api.ask("DELETE", `${maps}/a`);
      assert.deepEqual([deleted.code, deleted.body.status], [200, "Success"]);
      const gone = await api.ask("GET", `${maps}/a`);
      assert.deepEqual(
        [gone.code, gone.body.reason, gone.body.details],
        [404, "NotFound", { name: "a", kind: "configmaps" }],
      );
    });

    test("are shown in the version that is asked for", async () => {
      await api.ask("POST", routes, { body: route("versions") });
      const old = await api.ask("GET", `${routes.replace("/v1/", "/v1alpha3/")}/versions`);
      assert.equal(old.body.apiVersion, "networking.istio.io/v1alpha3");
      assert.equal((await api.ask("GET", `${routes}/versions`)).body.metadata.uid, old.body.metadata.uid);
      await api.ask("DELETE", `${routes}/versions`);
    });

    test("are listed by namespace, label and field", async () => {
      for (const [name, app] of [
        ["l1", "x"],
        ["l2", "y"],
      ] as const) {
        await api.ask("POST", maps, { body: { ...map(name), metadata: { name, labels: { app } } } });
      }
      const names = async (path: string) =>
        (await api.ask("GET", path)).body.items.map((i: { metadata: { name: string } }) => i.metadata.name);
      assert.deepEqual(await names(`${maps}?labelSelector=app%3Dx`), ["l1"]);
      assert.deepEqual(await names(`${maps}?fieldSelector=metadata.name%3Dl2`), ["l2"]);
      assert.deepEqual(await names("/api/v1/configmaps?labelSelector=app"), ["l1", "l2"]);
      assert.deepEqual(await names("/api/v1/namespaces/other/configmaps"), []);
      assert.equal((await api.ask("GET", `${maps}?labelSelector=%3D%3D`)).code, 400);
    });

    test("are refused with each field and what it must be", async () => {
      const bad = await api.ask("POST", routes, {
        body: route("bad", { hosts: ["a b"], http: [{ retries: { attempts: -1 } }] }),
      });
      assert.deepEqual([bad.code, bad.body.reason], [422, "Invalid"]);
      assert.ok(
        bad.body.details.causes.every(
          (c: { field: string; message: string }) => c.field.startsWith("spec.") && /^must/.test(c.message),
        ),
        JSON.stringify(bad.body.details),
      );
      assert.equal((await api.ask("GET", `${routes}/bad`)).code, 404);
    });

    test("lose unknown fields with a warning, or are refused where the client is strict", async () => {
      const body = { ...map("strict"), dta: {} };
      const warned = await api.ask("POST", maps, { body });
      assert.equal(warned.headers["warning"], '299 - "unknown field \\"dta\\""');
      assert.equal(warned.body.dta, undefined);
      const strict = await api.ask("POST", `${maps}?fieldValidation=Strict`, {
        body: { ...body, metadata: { name: "strict2" } },
      });
      assert.equal(strict.code, 400);
      assert.match(strict.body.message, /unknown field "dta"/);
    });

    test("take merge patches, and tell of patches they do not take", async () => {
      await api.ask("POST", maps, { body: map("p", { a: "1", b: "2" }) });
      const patched = await api.ask("PATCH", `${maps}/p`, { body: { data: { a: null, c: "3" } }, headers: merge });
      assert.deepEqual(patched.body.data, { b: "2", c: "3" });
      const unsupported = await api.ask("PATCH", `${maps}/p`, {
        body: [],
        headers: { "content-type": "application/cbor" },
      });
      assert.deepEqual([unsupported.code, unsupported.body.reason], [415, "UnsupportedMediaType"]);
      await api.ask("POST", routes, { body: route("nostrategy") });
      const strategic = { "content-type": "application/strategic-merge-patch+json" };
      assert.equal((await api.ask("PATCH", `${routes}/nostrategy`, { body: {}, headers: strategic })).code, 415);
    });

    test("have their status written apart", async () => {
      await api.ask("POST", routes, { body: { ...route("st"), status: { observedGeneration: 9 } } });
      assert.equal((await api.ask("GET", `${routes}/st`)).body.status, undefined);
      const body = { status: { observedGeneration: 1 }, spec: { hosts: ["other"] } };
      const written = await api.ask("PATCH", `${routes}/st/status`, { body, headers: merge });
      assert.deepEqual(
        [written.body.status.observedGeneration, written.body.spec.hosts, written.body.metadata.generation],
        [1, ["web"], 1],
      );
      assert.equal((await api.ask("GET", `${maps}/p/status`)).code, 404);
    });

    test("are deleted only in the version that was meant", async () => {
      const { body } = await api.ask("POST", maps, { body: map("d") });
      const preconditions = { resourceVersion: "1", uid: body.metadata.uid };
      assert.equal((await api.ask("DELETE", `${maps}/d`, { body: { preconditions } })).code, 409);
      assert.equal(
        (await api.ask("DELETE", `${maps}/d`, { body: { preconditions: { uid: body.metadata.uid } } })).code,
        200,
      );
    });

    test("are printed as tables with their kind's columns", async () => {
      const accept = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
      const { body } = await api.ask("GET", routes, { headers: { accept } });
      assert.equal(body.kind, "Table");
      assert.deepEqual(
        body.columnDefinitions.map((c: { name: string }) => c.name),
        ["Name", "Gateways", "Hosts", "Age"],
      );
      assert.match(body.rows[0].cells[3], /^\d+s$/);
      assert.equal(body.rows[0].object.kind, "PartialObjectMetadata");
    });
  });

  suite("watches", () => {
    test("start with what is there, then follow", async () => {
      const path = "/api/v1/namespaces/w1/configmaps";
      await api.ask("POST", path, { body: map("one") });
      const watch = await api.watch(`${path}?watch=true`);
      assert.equal((await watch.next()).type, "ADDED");
      await api.ask("PATCH", `${path}/one`, { body: { data: { x: "1" } }, headers: merge });
      assert.deepEqual((await watch.next()).type, "MODIFIED");
      await api.ask("DELETE", `${path}/one`);
      const { type, object } = await watch.next();
      assert.deepEqual([type, object.metadata.name], ["DELETED", "one"]);
      watch.close();
    });

    test("resume from a version without a gap, and see selectors begin and cease to match", async () => {
      const path = "/api/v1/namespaces/w2/configmaps";
      const { body } = await api.ask("GET", path);
      await api.ask("POST", path, { body: map("plain") });
      await api.ask("PATCH", `${path}/plain`, { body: { metadata: { labels: { app: "x" } } }, headers: merge });
      await api.ask("PATCH", `${path}/plain`, { body: { metadata: { labels: null } }, headers: merge });
      const watch = await api.watch(
        `${path}?watch=true&labelSelector=app&resourceVersion=${body.metadata.resourceVersion}`,
      );
      assert.equal((await watch.next()).type, "ADDED");
      assert.equal((await watch.next()).type, "DELETED");
      watch.close();
    });

    test("stream the initial list and say where it ends", async () => {
      const path = "/api/v1/namespaces/w3/configmaps";
      await api.ask("POST", path, { body: map("one") });
      const watch = await api.watch(
        `${path}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
      );
      assert.equal((await watch.next()).type, "ADDED");
      const { type, object } = await watch.next();
      assert.equal(type, "BOOKMARK");
      assert.equal(object.metadata.annotations["k8s.io/initial-events-end"], "true");
      assert.equal(object.kind, "ConfigMap");
      watch.close();
    });

    test("end when their time is over", async () => {
      const watch = await api.watch("/api/v1/namespaces/w4/configmaps?watch=true&timeoutSeconds=1");
      assert.equal(await watch.next(), undefined);
    });

    test("of a version that is forgotten are told so", async () => {
      const path = "/api/v1/namespaces/w5/configmaps";
      const { body } = await api.ask("GET", path);
      await api.ask("POST", path, { body: map("x") });
      await api.store.compact((await api.ask("GET", path)).body.metadata.resourceVersion);
      const { code, body: status } = await api.ask(
        "GET",
        `${path}?watch=true&resourceVersion=${body.metadata.resourceVersion}`,
      );
      assert.deepEqual([code, status.reason], [410, "Expired"]);
    });
  });

  suite("bad requests", () => {
    const cases: readonly (readonly [string, string, string, string | undefined, number])[] = [
      ["a body that is not JSON", "POST", maps, "{", 400],
      ["a body of the wrong kind", "POST", maps, JSON.stringify({ ...map("x"), kind: "Secret" }), 400],
      ["a body that is no object", "POST", maps, "[]", 400],
      ["null", "POST", maps, "null", 400],
      ["metadata that is no object", "POST", maps, JSON.stringify({ ...map("x"), metadata: "x" }), 400],
      ["a body that is nested too deeply", "POST", maps, `${"[".repeat(30)}${"]".repeat(30)}`, 400],
      ["a body that is too large", "POST", maps, JSON.stringify(map("x", { big: "x".repeat(70_000) })), 413],
      ["another name than the path's", "PUT", `${maps}/p`, JSON.stringify(map("q")), 400],
      [
        "another namespace than the path's",
        "POST",
        maps,
        JSON.stringify({ ...map("x"), metadata: { name: "x", namespace: "y" } }),
        400,
      ],
      ["a kind without a namespace in one", "GET", "/api/v1/namespaces/x/nodes", undefined, 404],
      ["an unknown resource", "GET", "/api/v1/widgets", undefined, 404],
      ["an unknown subresource", "GET", `${maps}/p/scale`, undefined, 404],
      ["a method that does not fit", "PUT", maps, "{}", 405],
      ["a path that climbs", "GET", "/api/v1/namespaces/..%2f..%2fetc/configmaps", undefined, 404],
      ["a path with bad escapes", "GET", "/api/v1/namespaces/%zz/configmaps", undefined, 404],
      ["an empty path segment", "GET", "/api/v1//configmaps", undefined, 404],
      ["a watch from no version", "GET", `${maps}?watch=1&resourceVersion=abc`, undefined, 400],
    ];
    for (const [name, method, path, body, code] of cases) {
      test(`${name} is ${code}`, async () => {
        const answer = await api.ask(method, path, body === undefined ? {} : { body });
        assert.equal(answer.code, code, JSON.stringify(answer.body));
        assert.equal(answer.body.kind, "Status");
        assert.equal(answer.body.code, code);
      });
    }

    test("hostile keys are data", async () => {
      const body =
        '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"proto"},"data":{"__proto__":"x","constructor":"y"}}';
      assert.equal((await api.ask("POST", maps, { body })).code, 201);
      const { data } = (await api.ask("GET", `${maps}/proto`)).body;
      assert.deepEqual(Object.entries(data), [
        ["__proto__", "x"],
        ["constructor", "y"],
      ]);
      const patch = '{"data":{"__proto__":"z"}}';
      await api.ask("PATCH", `${maps}/proto`, { body: patch, headers: merge });
      assert.deepEqual(Object.entries((await api.ask("GET", `${maps}/proto`)).body.data), [
        ["__proto__", "z"],
        ["constructor", "y"],
      ]);
      assert.equal(({} as { x?: string }).x, undefined);
    });
  });
});
