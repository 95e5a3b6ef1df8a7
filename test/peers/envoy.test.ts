import assert from "node:assert/strict";
import { test } from "node:test";
import { validateConfig } from "./envoy.ts";
import { staticBootstrap } from "./static-bootstrap.ts";
import { throwawayPair } from "./throwaway-pair.ts";

const any = (type: string, fields: object) => ({ "@type": `type.googleapis.com/${type}`, ...fields });
const ads = { ads: {}, resourceApiVersion: "V3" };

const cluster = {
  name: "upstream",
  type: "EDS",
  edsClusterConfig: { edsConfig: ads, serviceName: "assigned" },
  transportSocket: {
    name: "tls",
    typedConfig: any("envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext", {
      commonTlsContext: {
        tlsCertificateSdsSecretConfigs: [{ name: "default", sdsConfig: ads }],
        combinedValidationContext: {
          defaultValidationContext: {},
          validationContextSdsSecretConfig: { name: "ROOTCA", sdsConfig: ads },
        },
      },
    }),
  },
};

const assignment = (address: string) => ({
  clusterName: "assigned",
  endpoints: [{ lbEndpoints: [{ endpoint: { address: { socketAddress: { address, portValue: 80 } } } }] }],
});

const listener = {
  name: "in",
  address: { socketAddress: { address: "127.0.0.1", portValue: 15006 } },
  filterChains: [
    {
      filters: [
        {
          name: "http",
          typedConfig: any("envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager", {
            statPrefix: "in",
            rds: { configSource: ads, routeConfigName: "routes" },
            httpFilters: [{ name: "router", typedConfig: any("envoy.extensions.filters.http.router.v3.Router", {}) }],
          }),
        },
      ],
    },
  ],
};

const route = (path: string) => ({
  name: "routes",
  virtualHosts: [
    { name: "all", domains: ["*"], routes: [{ match: { path }, route: { cluster: "not-there" } }] },
    ...(path === "" ? [{ name: "twice", domains: ["*"] }] : []),
  ],
});

async function judge(address: string, path: string) {
  const resources = {
    clusters: [cluster],
    endpoints: [assignment(address)],
    listeners: [listener],
    routes: [route(path)],
  };
  return validateConfig(staticBootstrap(resources, await throwawayPair()));
}

test("what names other resources is judged together with them", async () => {
  assert.deepEqual(await judge("10.0.0.1", "/x"), { ok: true, message: "" });
});

test("a fault in endpoints or routes is found", async () => {
  const inEndpoints = await judge("not-an-address", "/x");
  assert.match(inEndpoints.message, /malformed IP address: not-an-address/);
  const inRoutes = await judge("10.0.0.1", "");
  assert.match(inRoutes.message, /Only a single wildcard domain is permitted/);
});
