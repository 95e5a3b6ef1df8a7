import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { builtInCatalog, decodeBody, encodeBody, type TypedBody, WatchFrameReader } from "../api/index.ts";
import { TestApi } from "./testing/api-client.ts";

const kinds = builtInCatalog();
const protobuf = "application/vnd.kubernetes.protobuf";
const accept = { accept: `${protobuf}, */*` };
const sent = { ...accept, "content-type": protobuf };
const partial = (form: string) => ({ accept: `${form};as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json` });
const services = "/api/v1/namespaces/default/services";
const service = (name: string) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: "default" },
  spec: { ports: [{ port: 80 }], selector: { app: name } },
});
const encode = (body: object) => encodeBody(kinds, body as TypedBody) ?? assert.fail("no protobuf");

suite("protobuf on the API", () => {
  const api = new TestApi();
  before(() => api.start());
  after(() => api.close());

  test("creates, gets and lists as it does in JSON", async () => {
    const created = await api.ask("POST", services, { body: encode(service("a")), headers: sent });
    assert.equal(created.code, 201);
    assert.equal(created.headers["content-type"], protobuf);
    const { body } = await api.ask("GET", `${services}/a`);
    // Messages without content say nothing in protobuf.
    const { status, ...stored } = body;
    assert.deepEqual(status, { loadBalancer: {} });
    assert.deepEqual(decodeBody(kinds, created.bytes), stored);
    const got = await api.ask("GET", `${services}/a`, { headers: accept });
    assert.deepEqual(decodeBody(kinds, got.bytes), stored);
    const listed = decodeBody(kinds, (await api.ask("GET", services, { headers: accept })).bytes);
    assert.equal(listed.kind, "ServiceList");
    assert.deepEqual(listed.items, [stored]);
  });

  test("an object written in protobuf is the one written in JSON", async () => {
    await api.ask("POST", services, { body: encode(service("p")), headers: sent });
    await api.ask("POST", services, { body: service("j") });
    const [p, j] = await Promise.all(["p", "j"].map((name) => api.ask("GET", `${services}/${name}`)));
    assert.deepEqual({ ...p?.body.spec, selector: {} }, { ...j?.body.spec, selector: {} });
    assert.deepEqual(Object.keys(p?.body.metadata).sort(), Object.keys(j?.body.metadata).sort());
  });

  test("answers errors in the client's form, and tells what is wrong with the bytes", async () => {
    const missing = await api.ask("GET", `${services}/nobody`, { headers: accept });
    assert.equal(missing.code, 404);
    assert.equal(decodeBody(kinds, missing.bytes).reason, "NotFound");
    const whole = encode(service("cut"));
    const cut = await api.ask("POST", services, { body: whole.subarray(0, whole.length - 9), headers: sent });
    assert.equal(cut.code, 400);
    assert.match(String(decodeBody(kinds, cut.bytes).message), /ends too early/);
    const json = await api.ask("POST", services, { body: JSON.stringify(service("x")), headers: sent });
    assert.match(String(decodeBody(kinds, json.bytes).message), /its prefix is missing/);
  });

  test("reads DeleteOptions, whose preconditions hold", async () => {
    await api.ask("POST", services, { body: service("d") });
    const options = (uid: string) => encode({ apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid } });
    const refused = await api.ask("DELETE", `${services}/d`, { body: options("other"), headers: sent });
    assert.equal(refused.code, 409);
    const { body } = await api.ask("GET", `${services}/d`);
    const deleted = await api.ask("DELETE", `${services}/d`, { body: options(body.metadata.uid), headers: sent });
    assert.equal(decodeBody(kinds, deleted.bytes).status, "Success");
  });

  test("has JSON only for kinds that are no part of Kubernetes", async () => {
    const path = "/apis/networking.istio.io/v1/namespaces/default/sidecars";
    const listed = await api.ask("GET", path, { headers: accept });
    assert.equal(listed.body.kind, "SidecarList");
    const refused = await api.ask("POST", path, { body: encode(service("a")), headers: sent });
    assert.equal(refused.code, 415);
  });

  test("gives metadata alone to who wants no more, of every kind", async () => {
    const path = "/apis/networking.istio.io/v1/namespaces/default/sidecars";
    const spec = { egress: [{ hosts: ["*/*"] }] };
    const sidecar = { apiVersion: "networking.istio.io/v1", kind: "Sidecar", metadata: { name: "s" }, spec };
    await api.ask("POST", path, { body: sidecar });
    const binary = decodeBody(kinds, (await api.ask("GET", path, { headers: partial(protobuf) })).bytes);
    const { body: text } = await api.ask("GET", path, { headers: partial("application/json") });
    assert.equal(text.kind, "PartialObjectMetadataList");
    assert.deepEqual(binary, text);
    assert.deepEqual(Object.keys(text.items[0]).sort(), ["apiVersion", "kind", "metadata"]);
    const { body: one } = await api.ask("GET", `${path}/s`, { headers: partial("application/json") });
    assert.equal(one.kind, "PartialObjectMetadata");
  });

  test("streams a list and what follows in frames", async () => {
    const path = "/api/v1/namespaces/w/configmaps";
    const make = (name: string) =>
      api.ask("POST", path, { body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { k: "" } } });
    await make("first");
    const query = "watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
    const response = await api.stream(`${path}?${query}`, accept);
    assert.equal(response.headers["content-type"], `${protobuf};stream=watch`);
    const reader = new WatchFrameReader();
    const events: string[] = [];
    for await (const chunk of response) {
      for (const { type, object } of reader.push(chunk)) {
        const { kind, metadata } = decodeBody(kinds, object) as unknown as {
          kind: string;
          metadata: { name?: string };
        };
        events.push(`${type} ${kind} ${metadata.name ?? ""}`);
        if (type === "BOOKMARK") await make("second");
      }
      if (events.length === 3) break;
    }
    assert.deepEqual(events, ["ADDED ConfigMap first", "BOOKMARK ConfigMap ", "ADDED ConfigMap second"]);
  });

  test("streams metadata alone", async () => {
    const response = await api.stream(`${services}?watch=true`, partial(protobuf));
    const reader = new WatchFrameReader();
    for await (const chunk of response) {
      const [frame] = reader.push(chunk);
      if (!frame) continue;
      assert.equal(decodeBody(kinds, frame.object).kind, "PartialObjectMetadata");
      break;
    }
  });
});
