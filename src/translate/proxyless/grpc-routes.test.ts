import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Route } from "../../gen/envoy/config/route/v3.ts";
import { config, service } from "../../mesh/testing/configs.ts";
import type { ViewFixture } from "../testing/view.ts";
import { buildAll } from "../translate.ts";
import { planGrpcRoutes } from "./plan-grpc-routes.ts";
import { echo, echoCluster, grpcView } from "./testing/grpc-view.ts";

const configuration = (fixture: ViewFixture, name = echoCluster) =>
  buildAll(planGrpcRoutes(grpcView(fixture), [name]), [])[0];

/** The routes of a VirtualService for `echo`, as a client is told them. */
function routes(http: readonly object[], ...others: NonNullable<ViewFixture["resources"]>): readonly Route[] {
  const virtualService = config("VirtualService", "app/echo", { hosts: ["echo"], http });
  return configuration({ resources: [virtualService, ...others] })?.message.virtualHosts?.[0]?.routes ?? [];
}

const to = (subset: string, weight?: number) => ({ destination: { host: "echo", subset }, ...(weight && { weight }) });
const fault = "envoy.filters.http.fault";

suite("the routes of a gRPC client", () => {
  test("are for the service whatever it is called", () => {
    assert.deepEqual(configuration({})?.message, {
      name: echoCluster,
      virtualHosts: [
        {
          name: "echo.app.svc.cluster.local:7070",
          domains: ["*"],
          routes: [
            {
              name: "default",
              match: { prefix: "/" },
              route: { cluster: echoCluster, retryPolicy: { retryOn: "unavailable,cancelled", numRetries: 2 } },
            },
          ],
        },
      ],
    });
  });

  test("are empty for a service that is gone", () => {
    const name = "outbound|7070||gone.app.svc.cluster.local";
    assert.deepEqual(configuration({}, name)?.message, { name });
  });

  test("of an alias are those of the service behind it", () => {
    const alias = service("app/alias", { ports: echo.ports, resolution: "alias", aliasOf: echo.hostname });
    const made = configuration({ services: [echo, alias] }, "outbound|7070||alias.app.svc.cluster.local");
    assert.equal(made?.message.virtualHosts?.[0]?.routes?.[0]?.route?.cluster, echoCluster);
  });

  test("have weights, a deadline and retries, and nothing that gRPC does not read", () => {
    const [route, ...none] = routes([
      {
        route: [to("v1", 90), to("v2", 10)],
        timeout: "3s",
        retries: { attempts: 4, perTryTimeout: "1s", retryOn: "5xx,resource-exhausted", backoff: "0.5s" },
        mirror: { host: "echo" },
        headers: { request: { add: { a: "b" } } },
        rewrite: { authority: "elsewhere" },
        corsPolicy: { allowOrigins: [{ exact: "https://a" }] },
      },
    ]);
    const { metadata, ...rest } = route ?? {};
    assert.ok(metadata);
    assert.deepEqual(rest, {
      match: { prefix: "/" },
      route: {
        weightedClusters: {
          clusters: [
            { name: "outbound|7070|v1|echo.app.svc.cluster.local", weight: 90 },
            { name: "outbound|7070|v2|echo.app.svc.cluster.local", weight: 10 },
          ],
        },
        maxStreamDuration: { maxStreamDuration: "3s" },
        retryPolicy: { retryOn: "resource-exhausted", numRetries: 4, retryBackOff: { baseInterval: "0.5s" } },
      },
    });
    assert.deepEqual(none, []);
  });

  test("do not retry on what gRPC cannot tell", () => {
    const [route] = routes([{ route: [to("")], retries: { attempts: 4, retryOn: "5xx,connect-failure" } }]);
    assert.deepEqual(route?.route, { cluster: echoCluster });
  });

  test("keep faults", () => {
    const [route] = routes([
      { route: [to("")], fault: { abort: { grpcStatus: "UNAVAILABLE", percentage: { value: 5 } } } },
    ]);
    assert.deepEqual(Object.keys(route?.typedPerFilterConfig ?? {}), [fault]);
  });

  test("fail the calls that Envoy would answer itself", () => {
    const [answered, redirected] = routes([
      { match: [{ uri: { prefix: "/a" } }], directResponse: { status: 503 } },
      { redirect: { authority: "elsewhere" } },
    ]);
    const abortOf = (route: Route | undefined) => route?.typedPerFilterConfig?.[fault]?.["abort"];
    assert.deepEqual(answered?.route, { cluster: echoCluster });
    assert.deepEqual(abortOf(answered), { httpStatus: 503, percentage: { numerator: 100 } });
    assert.deepEqual(abortOf(redirected), { grpcStatus: 2, percentage: { numerator: 100 } });
  });

  test("hash by header, and for the source's address by channel", () => {
    const hashed = (consistentHash: object) =>
      routes([{ route: [to("")] }], config("DestinationRule", "app/echo", rule(consistentHash)))[0]?.route?.hashPolicy;
    const rule = (consistentHash: object) => ({ host: "echo", trafficPolicy: { loadBalancer: { consistentHash } } });
    assert.deepEqual(hashed({ httpHeaderName: "user" }), [{ header: { headerName: "user" } }]);
    assert.deepEqual(hashed({ useSourceIp: true }), [{ filterState: { key: "io.grpc.channel_id" } }]);
    assert.equal(hashed({ httpCookie: { name: "c" } }), undefined);
  });
});

suite("the matches of a gRPC client's routes", () => {
  const matches = (...match: readonly object[]) => routes([{ match, route: [to("")] }]).map((route) => route.match);

  test("are of path and headers", () => {
    const uri = { exact: "/echo.Echo/Say" };
    assert.deepEqual(matches({ uri, ignoreUriCase: true, headers: { user: { prefix: "a" } } }), [
      { path: "/echo.Echo/Say", caseSensitive: false, headers: [{ name: "user", stringMatch: { prefix: "a" } }] },
    ]);
  });

  test("do not hold for requests that no client makes", () => {
    assert.deepEqual(matches({ queryParams: { a: { exact: "b" } } }), []);
    assert.deepEqual(matches({ method: { exact: "GET" } }), []);
    assert.deepEqual(matches({ method: { regex: "GET|PUT" } }), []);
  });

  test("say nothing of what holds for all calls", () => {
    assert.deepEqual(matches({ method: { exact: "POST" } }), [{ prefix: "/" }]);
    assert.deepEqual(matches({ method: { regex: "(GET|POST)" } }), [{ prefix: "/" }]);
  });

  test("hold where a header is missing that must not have a value", () => {
    const user = { name: "user", stringMatch: { exact: "a" } };
    assert.deepEqual(matches({ withoutHeaders: { user: { exact: "a" } } }), [
      { prefix: "/", headers: [{ name: "user", presentMatch: true, invertMatch: true }] },
      { prefix: "/", headers: [{ ...user, invertMatch: true }] },
    ]);
  });
});
