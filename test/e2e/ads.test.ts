import assert from "node:assert/strict";
import { once } from "node:events";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { xdsTypes } from "../../src/deliver/index.ts";
import type { DeltaDiscoveryResponse } from "../../src/gen/envoy/service/discovery/v3.ts";
import { type ClientCall, GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import { goldenFolder, nodeIdentity, skipReason } from "../golden/istiod-xds.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";

const codec = skipReason === false ? loadEnvoyCodec() : undefined;
const delta = "/envoy.service.discovery.v3.AggregatedDiscoveryService/DeltaAggregatedResources";

/** The next response, acknowledged. */
async function next(call: ClientCall): Promise<DeltaDiscoveryResponse> {
  const bytes = await call.next();
  assert.ok(bytes && codec);
  const response = codec.decode("envoy.service.discovery.v3.DeltaDiscoveryResponse", bytes);
  request(call, { typeUrl: response.typeUrl ?? "", responseNonce: response.nonce ?? "" });
  return response;
}

function request(call: ClientCall, fields: object): void {
  assert.ok(codec);
  call.send(codec.encode("envoy.service.discovery.v3.DeltaDiscoveryRequest", fields));
}

const names = ({ resources = [] }: DeltaDiscoveryResponse) => resources.map(({ name }) => name).sort();

describe("a proxy of a running control plane", { skip: skipReason, timeout: 60_000 }, () => {
  const { dir, remove } = scratch();
  let server: RunningFairway | undefined;
  after(async () => {
    await server?.stop();
    remove();
  });

  test("is sent its configuration, and then what changes and nothing else", async (t) => {
    const config = join(dir, "config");
    mkdirSync(config);
    copyFileSync(join(goldenFolder, "world.yaml"), join(config, "world.yaml"));
    server = await startFairway(join(dir, "data"), ["--config-dir", config]);
    const client = new GrpcClient(`http://${server.addresses.get("xds")}`);
    t.after(() => client.close());
    const call = client.call(delta);
    request(call, { node: nodeIdentity("000-base", "client"), typeUrl: xdsTypes.cluster });
    const clusters = await next(call);
    assert.equal(clusters.typeUrl, xdsTypes.cluster);
    assert.ok(names(clusters).includes("outbound|9080||reviews.app.svc.cluster.local"));
    const reviews = "outbound|9080||reviews.app.svc.cluster.local";
    request(call, { typeUrl: xdsTypes.endpoint, resourceNamesSubscribe: [reviews] });
    const assigned = await next(call);
    assert.deepEqual(names(assigned), [reviews]);
    // Addresses are in the status of pods, which the file gives.
    assert.match(JSON.stringify(assigned), /"address":"10\.10\.1\.11"/);
    request(call, { typeUrl: xdsTypes.route, resourceNamesSubscribe: ["80", "9080"] });
    assert.deepEqual(names(await next(call)), ["80", "9080"]);

    const route = { destination: { host: "reviews" } };
    const virtualService = {
      apiVersion: "networking.istio.io/v1",
      kind: "VirtualService",
      metadata: { name: "reviews", namespace: "app" },
      spec: { hosts: ["reviews"], http: [{ timeout: "7s", route: [route] }] },
    };
    writeFileSync(join(config, "vs.yaml"), JSON.stringify(virtualService));
    const changed = await next(call);
    assert.equal(changed.typeUrl, xdsTypes.route);
    // A VirtualService of a known host also makes a virtual host on port 80, as with istiod.
    assert.deepEqual(names(changed), ["80", "9080"]);
    assert.match(JSON.stringify(changed), /"timeout":"7s"/);

    const rule = {
      apiVersion: "networking.istio.io/v1",
      kind: "DestinationRule",
      metadata: { name: "reviews", namespace: "app" },
      spec: { host: "reviews", trafficPolicy: { connectionPool: { tcp: { maxConnections: 3 } } } },
    };
    writeFileSync(join(config, "dr.yaml"), JSON.stringify(rule));
    const [cluster, endpoints] = [await next(call), await next(call)];
    assert.deepEqual([cluster.typeUrl, names(cluster)], [xdsTypes.cluster, [reviews]]);
    // Envoy warms a changed cluster on its endpoints, though they are the same.
    assert.deepEqual([endpoints.typeUrl, names(endpoints)], [xdsTypes.endpoint, [reviews]]);
  });

  test("is sent the keys of an issuer once they are fetched", async (t) => {
    const keys = JSON.stringify({ keys: [{ kty: "RSA", kid: "fetched" }] });
    const issuer = createServer((_request, response) => response.end(keys)).listen(0, "127.0.0.1");
    await once(issuer, "listening");
    t.after(() => issuer.close());
    const jwksUri = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/keys`;
    const policy = {
      apiVersion: "security.istio.io/v1",
      kind: "RequestAuthentication",
      metadata: { name: "tokens", namespace: "app" },
      spec: { jwtRules: [{ issuer: "https://issuer.example", jwksUri }] },
    };
    writeFileSync(join(dir, "config", "ra.yaml"), JSON.stringify(policy));
    const client = new GrpcClient(`http://${server?.addresses.get("xds")}`);
    t.after(() => client.close());
    const call = client.call(delta);
    request(call, { node: nodeIdentity("000-base", "server"), typeUrl: xdsTypes.listener });
    let text = "";
    while (!text.includes("fetched")) text = JSON.stringify(await next(call));
    assert.match(text, /envoy\.filters\.http\.jwt_authn/);
  });

  test("is sent a filter's configuration by its name, and the new one when it changes", async (t) => {
    const write = (code: string) => {
      const lua = {
        "@type": "type.googleapis.com/envoy.extensions.filters.http.lua.v3.Lua",
        default_source_code: { inline_string: code },
      };
      const patch = { operation: "ADD", value: { name: "mine", typed_config: lua } };
      const filter = {
        apiVersion: "networking.istio.io/v1alpha3",
        kind: "EnvoyFilter",
        metadata: { name: "mine", namespace: "app" },
        spec: { configPatches: [{ applyTo: "EXTENSION_CONFIG", patch }] },
      };
      writeFileSync(join(dir, "config", "ef.yaml"), JSON.stringify(filter));
    };
    write("-- first");
    const client = new GrpcClient(`http://${server?.addresses.get("xds")}`);
    t.after(() => client.close());
    const call = client.call(delta);
    const node = nodeIdentity("000-base", "client");
    request(call, { node, typeUrl: xdsTypes.extension, resourceNamesSubscribe: ["mine"] });
    const until = async (code: string) => {
      for (;;) {
        const response = await next(call);
        assert.equal(response.typeUrl, xdsTypes.extension);
        if (JSON.stringify(response).includes(code)) return names(response);
      }
    };
    assert.deepEqual(await until("-- first"), ["mine"]);
    write("-- second");
    assert.deepEqual(await until("-- second"), ["mine"]);
  });

  test("is refused without a node id, and told so", async (t) => {
    const client = new GrpcClient(`http://${server?.addresses.get("xds")}`);
    t.after(() => client.close());
    const call = client.call(delta);
    request(call, { typeUrl: xdsTypes.cluster });
    const { code, message } = await call.ended;
    assert.equal(code, 3);
    assert.match(message, /missing node information/);
  });

  test("can be looked at", async () => {
    const base = server?.addresses.get("http");
    const context = (await (await fetch(`${base}/debug/pushcontext`)).json()) as { [name: string]: unknown };
    assert.match(String(context["version"]), /^\d{4}-.*Z\/\d+$/);
    assert.match(String(context["ledgerVersion"]), /^\d+$/);
    const text = JSON.stringify(context);
    assert.match(text, /reviews\.app\.svc\.cluster\.local/);
    for (const secret of ["serviceAccounts", "authzPolicies", "meshNetworks"]) assert.ok(!(secret in context));
    const status = (await (await fetch(`${base}/debug/push_status`)).json()) as { current: object };
    assert.deepEqual(Object.keys(status), ["current", "previous"]);
  });

  test("leaves its traces in the metrics of pushes, and in caches that can be emptied", async () => {
    const base = server?.addresses.get("http");
    const page = async (path: string) => (await fetch(`${base}/${path}`)).text();
    const text = await page("metrics");
    for (const line of [
      /^pilot_xds_pushes\{type="cds"\} [1-9]/m,
      /^pilot_push_triggers\{type="config"\} [1-9]/m,
      /^pilot_push_triggers\{type="global"\} [1-9]/m,
      /^pilot_inbound_updates\{type="config"\} [1-9]/m,
      /^pilot_proxy_convergence_time_count [1-9]/m,
      /^pilot_proxy_queue_time_count [1-9]/m,
      /^pilot_debounce_time_count [1-9]/m,
      /^pilot_pushcontext_init_seconds_count [1-9]/m,
      /^pilot_xds_push_time_count\{type="cds"\} [1-9]/m,
      /^pilot_xds_send_time_count [1-9]/m,
      /^pilot_xds_config_size_bytes_count\{type="cds"\} [1-9]/m,
      /^pilot_services [1-9]/m,
      /^xds_cache_reads\{type="miss"\} [1-9]/m,
      /^xds_cache_size [1-9]/m,
      /^xds_cache_dependent_config_size \d/m,
      /^pilot_total_xds_internal_errors 0$/m,
    ]) {
      assert.match(text, line);
    }
    const bytes = Object.values(JSON.parse(await page("debug/cachez?sizes=true")) as { [type: string]: number });
    assert.ok(Math.max(...bytes) > 1000);
    assert.equal(await page("debug/cachez?clear=true"), "Cache cleared\n");
    const sizes = Object.values(JSON.parse(await page("debug/cachez")) as { [type: string]: { size: number } });
    assert.deepEqual(
      sizes.map(({ size }) => size),
      sizes.map(() => 0),
    );
  });
});
