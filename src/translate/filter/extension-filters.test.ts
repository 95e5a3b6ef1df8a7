import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../../api/index.ts";
import { config } from "../../mesh/testing/configs.ts";
import { viewFor } from "../testing/view.ts";
import { allPhases, extensionsFor, httpExtensions, networkExtensions } from "./extension-filters.ts";
import type { ListenerClass } from "./listener-class.ts";

const extension = (name: string, spec: object, second = 0) =>
  config("TrafficExtension", `app/${name}`, { wasm: { url: "file:///x" }, ...spec }, second);

function filters(resources: readonly Resource[], listenerClass: ListenerClass = "outbound", port = 80) {
  const { extensions } = extensionsFor(viewFor({ resources }).scope, listenerClass);
  const short = (name: string | undefined) => name?.replace("extensions.istio.io/trafficextension/app.", "");
  return {
    http: allPhases(httpExtensions(extensions, port)).map(({ name }) => short(name)),
    network: allPhases(networkExtensions(extensions, port)).map(({ name }) => short(name)),
  };
}

describe("filters of users' own", () => {
  test("stand by phase, then by priority, the highest first, then by age", () => {
    const resources = [
      extension("last", {}),
      extension("stats", { phase: "STATS" }),
      extension("authz", { phase: "AUTHZ" }),
      extension("young", { phase: "AUTHN" }, 2),
      extension("old", { phase: "AUTHN" }, 1),
      extension("first", { phase: "AUTHN", priority: 1 }, 3),
    ];
    assert.deepEqual(filters(resources).http, ["first", "old", "young", "authz", "stats", "last"]);
  });

  test("see requests or connections", () => {
    const resources = [
      extension("http", {}),
      extension("net", { wasm: { url: "file:///x", type: "NETWORK" } }),
      config("TrafficExtension", "app/lua", { lua: { inlineCode: "x" } }),
    ];
    assert.deepEqual(filters(resources), { http: ["http", "lua"], network: ["net"] });
  });

  test("are for the side and the ports that they name", () => {
    const resources = [
      extension("client", { match: [{ mode: "CLIENT" }] }),
      extension("ported", { match: [{ mode: "SERVER", ports: [{ number: 81 }] }, { ports: [{ number: 80 }] }] }),
      extension("undefined", { match: [{ mode: "UNDEFINED" }] }),
    ];
    assert.deepEqual(filters(resources, "outbound", 80).http, ["client", "ported", "undefined"]);
    assert.deepEqual(filters(resources, "gateway", 81).http, ["client", "undefined"]);
    assert.deepEqual(filters(resources, "inbound", 81).http, ["ported", "undefined"]);
    assert.deepEqual(filters(resources, "inbound", 0).http, ["undefined"]);
  });

  test("hold Lua themselves, and leave a module's configuration to be asked for", () => {
    const resources = [extension("wasm", {}), config("TrafficExtension", "app/lua", { lua: { inlineCode: "code" } })];
    const { extensions, sources } = extensionsFor(viewFor({ resources }).scope, "outbound");
    const [lua, wasm] = httpExtensions(extensions, 80).UNSPECIFIED;
    assert.deepEqual(lua?.typedConfig?.["defaultSourceCode"], { inlineString: "code" });
    assert.equal(wasm?.configDiscovery?.configSource?.initialFetchTimeout, "0s");
    assert.equal(sources.length, 2);
  });
});
