import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { UpstreamTlsContext } from "../../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import { Patched, type PatchText } from "./testing/patched-view.ts";

const reviews = "outbound|80||reviews.app.svc.cluster.local";
const inbound = "inbound|8080||";
const tls = "envoy.transport_sockets.tls";
const tlsContext = "type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext";

const merge = (value: object, match: object = {}): PatchText => ({
  applyTo: "CLUSTER",
  match,
  patch: { operation: "MERGE", value },
});
const operation = (name: string, match: object = {}, value?: object): PatchText => ({
  applyTo: "CLUSTER",
  match,
  patch: { operation: name, ...(value && { value }) },
});
const added = { name: "added", type: "STATIC", connect_timeout: "1s" };

describe("patches of clusters", () => {
  test("merge into those of their context, service, subset, port or name", () => {
    const value = { alt_stat_name: "patched" };
    const touched = (match: object) => new Patched([merge(value, match)]).touched;
    assert.deepEqual(touched({ cluster: { service: "reviews.app.svc.cluster.local" } }), [reviews]);
    assert.deepEqual(touched({ cluster: { service: "reviews.app.svc.cluster.local", subset: "v1" } }), []);
    assert.deepEqual(touched({ cluster: { portNumber: 5432 } }), ["outbound|5432||db.app.svc.cluster.local"]);
    assert.deepEqual(touched({ cluster: { name: "PassthroughCluster", portNumber: 7 } }), ["PassthroughCluster"]);
    assert.deepEqual(touched({ context: "SIDECAR_INBOUND", cluster: { service: "web.app.svc.cluster.local" } }), [
      "inbound|8080||",
      "inbound|9000||",
    ]);
    assert.deepEqual(touched({ context: "GATEWAY" }), []);
    const inboundOnes = ["InboundPassthroughCluster", "inbound|8080||", "inbound|9000||"];
    assert.deepEqual(touched({ context: "SIDECAR_INBOUND" }), inboundOnes);
    assert.deepEqual(touched({}).length, touched({ context: "SIDECAR_OUTBOUND" }).length + inboundOnes.length);
  });

  test("are merged one after the other, and leave the name", () => {
    const patched = new Patched([
      merge({ name: "other", alt_stat_name: "first", connect_timeout: "1s" }, { cluster: { name: reviews } }),
      merge({ alt_stat_name: "second" }, { cluster: { name: reviews } }),
    ]);
    const { name, altStatName, connectTimeout } = patched.cluster(reviews) ?? {};
    assert.deepEqual([name, altStatName, connectTimeout], [reviews, "second", "1s"]);
  });

  test("remove them, also if another patch has something to merge", () => {
    const patched = new Patched([
      merge({ alt_stat_name: "x" }, { cluster: { name: reviews } }),
      operation("REMOVE", { cluster: { name: reviews } }),
    ]);
    assert.equal(patched.cluster(reviews), undefined);
    assert.ok(patched.cluster(inbound));
  });

  test("add one, which is no patch's to change, and never a second of a name", () => {
    const patched = new Patched([operation("ADD", {}, added), merge({ alt_stat_name: "x" })]);
    assert.deepEqual(patched.cluster("added"), { name: "added", type: "STATIC", connectTimeout: "1s" });
    const twice = new Patched([operation("ADD", {}, { ...added, name: reviews })]);
    assert.deepEqual(twice.touched, []);
    assert.equal(twice.translation.clusters.filter(({ name }) => name === reviews).length, 1);
  });

  test("that insert add, and what they add has a name and a context", () => {
    assert.ok(new Patched([operation("INSERT_FIRST", {}, added)]).cluster("added"));
    assert.ok(new Patched([operation("ADD", { context: "SIDECAR_INBOUND" }, added)]).cluster("added"));
    assert.equal(new Patched([operation("ADD", { context: "GATEWAY" }, added)]).cluster("added"), undefined);
    assert.deepEqual(new Patched([operation("ADD", {}, { type: "STATIC" })]).touched, []);
  });

  test("never make a ring or table of a size that Envoy refuses too late", () => {
    const here = { cluster: { name: reviews } };
    const sizes = [
      { lb_policy: "RING_HASH", ring_hash_lb_config: { minimum_ring_size: 9, maximum_ring_size: 8 } },
      { lb_policy: "RING_HASH", ring_hash_lb_config: { maximum_ring_size: 1023 } },
      { lb_policy: "MAGLEV", maglev_lb_config: { table_size: 4 } },
      { lb_policy: "MAGLEV", maglev_lb_config: { table_size: 1 } },
    ];
    for (const value of sizes) {
      assert.deepEqual(new Patched([merge(value, here)]).touched, []);
      assert.equal(new Patched([operation("ADD", {}, { ...added, ...value })]).cluster("added"), undefined);
    }
    const fine = { lb_policy: "MAGLEV", maglev_lb_config: { table_size: 7 } };
    assert.equal(new Patched([merge(fine, here)]).cluster(reviews)?.lbPolicy, "MAGLEV");
  });

  test("replace lists if that is asked for", () => {
    const thresholds = (name: string) => {
      const value = { circuit_breakers: { thresholds: [{ max_connections: 5 }] } };
      return new Patched([operation(name, { cluster: { name: reviews } }, value)]).cluster(reviews)?.circuitBreakers
        ?.thresholds;
    };
    assert.equal(thresholds("MERGE")?.length, 2);
    assert.deepEqual(thresholds("MERGE_AND_REPLACE_LIST"), [{ maxConnections: 5 }]);
  });
});

describe("a patch of a transport socket", () => {
  const socket = (name: string, typed: object = { "@type": tlsContext, sni: "patched" }) =>
    merge({ alt_stat_name: "ignored", transport_socket: { name, typed_config: typed } });
  const at = (text: PatchText, match: object): PatchText => ({ ...text, match });

  test("is merged into the one of its name among those of endpoints", () => {
    const cluster = new Patched([at(socket(tls), { cluster: { name: reviews } })]).cluster(reviews);
    const [first] = cluster?.transportSocketMatches ?? [];
    const context = first?.transportSocket?.typedConfig as UpstreamTlsContext | undefined;
    assert.equal(context?.sni, "patched");
    assert.ok(context?.commonTlsContext);
    assert.equal(cluster?.transportSocket, undefined);
    assert.notEqual(cluster?.altStatName, "ignored");
  });

  test("is left out where sockets are chosen by endpoint and none has its name", () => {
    assert.deepEqual(new Patched([at(socket("mine"), { cluster: { name: reviews } })]).touched, []);
  });

  test("takes the place of none or of another", () => {
    const cluster = new Patched([at(socket("mine"), { cluster: { name: inbound } })]).cluster(inbound);
    assert.equal(cluster?.transportSocket?.name, "mine");
  });
});

describe("proxies that a patch is for", () => {
  const value = { alt_stat_name: "patched" };
  const isPatched = (proxy: object, metadata: { readonly [key: string]: unknown } = {}) =>
    new Patched([merge(value, { proxy, cluster: { name: reviews } })], { metadata }).touched.length === 1;

  test("have a version that the expression finds", () => {
    assert.ok(isPatched({ proxyVersion: "^1\\.31.*" }));
    assert.ok(isPatched({ proxyVersion: "31" }));
    assert.ok(!isPatched({ proxyVersion: "^1\\.2" }));
    assert.ok(!isPatched({ proxyVersion: ".*" }, { ISTIO_VERSION: "" }));
    assert.ok(!isPatched({ proxyVersion: `1.31.0|${"x".repeat(1024)}` }));
  });

  test("have the metadata, as text and as their own", () => {
    assert.ok(isPatched({ metadata: { KIND: "a" } }, { KIND: "a" }));
    assert.ok(!isPatched({ metadata: { KIND: "a" } }, { KIND: "b" }));
    assert.ok(!isPatched({ metadata: { KIND: "1" } }, { KIND: 1 }));
    assert.ok(!isPatched({ metadata: { constructor: "a" } }));
  });
});
