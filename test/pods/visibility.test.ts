import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { assertAccepted } from "./assert-accepted.ts";
import { networking } from "./bookinfo.ts";
import { type Pod, type PodMesh, podsNeed, startPods } from "./index.ts";

const port = { name: "http", port: 80, targetPort: 9080 };
const web = "web.home.svc.cluster.local";
const diary = "diary.home.svc.cluster.local";

/** An object of the namespace where the services are, or of another one. */
function within(namespace: string, object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, namespace } };
}

/** Marks what comes by this route. */
const marked = (mark: string, exportTo?: readonly string[]) =>
  within(
    "home",
    networking("VirtualService", "web", {
      hosts: [web],
      ...(exportTo && { exportTo }),
      http: [{ headers: { request: { set: { "x-route": mark } } }, route: [{ destination: { host: web } }] }],
    }),
  );

/** Lets at most one request wait, a number by which the rule is known in Envoy. */
const rule = (exportTo?: readonly string[]) =>
  within(
    "home",
    networking("DestinationRule", "web", {
      host: web,
      ...(exportTo && { exportTo }),
      trafficPolicy: { connectionPool: { http: { http1MaxPendingRequests: 321 } } },
    }),
  );

const sidecar = (spec: object) => within("away", networking("Sidecar", "default", spec));

describe("what real pods see", { skip: podsNeed(), timeout: 180_000 }, () => {
  let mesh: PodMesh;
  let home: Pod;
  let away: Pod;

  before(async () => {
    mesh = await startPods({
      services: [
        { name: "web", namespace: "home", ports: [port] },
        {
          name: "diary",
          namespace: "home",
          ports: [port],
          annotations: { "networking.istio.io/exportTo": "." },
        },
        { name: "local", namespace: "away", ports: [port], selector: { app: "away" } },
      ],
      pods: [
        { name: "home", namespace: "home" },
        { name: "web", namespace: "home" },
        { name: "diary", namespace: "home" },
        { name: "away", namespace: "away" },
      ],
      objects: [{ apiVersion: "v1", kind: "Namespace", metadata: { name: "home" } }, marked("all"), rule()],
    });
    home = mesh.pod("home");
    away = mesh.pod("away");
  });
  after(() => mesh?.[Symbol.asyncDispose]());

  /** The mark of the route by which a pod's call came. */
  const routeOf = async (pod: Pod) => (await pod.get(`http://${web}/`)).echo?.headers["x-route"];
  const waiting = async (pod: Pod) =>
    /outbound\|80\|\|web\.home[^:]*::default_priority::max_pending_requests::(\d+)/.exec(
      await pod.admin("/clusters"),
    )?.[1];
  /** The hosts of the services that a pod's Envoy has clusters for. */
  const hosts = async (pod: Pod) => {
    const { cluster_statuses: all } = JSON.parse(await pod.admin("/clusters?format=json")) as {
      readonly cluster_statuses: readonly { readonly name: string }[];
    };
    return all.flatMap(({ name }) => /^outbound\|\d+\|\|(.*)$/.exec(name)?.[1] ?? []).sort();
  };
  /** By which cluster Envoy let a call to what it does not know go. */
  const passed = async (pod: Pod) =>
    [...(await pod.stats("^cluster\\.PassthroughCluster;?\\.upstream_rq_total$")).values()][0] ?? 0;

  test("a service that is not exported is none for other namespaces", async () => {
    assert.ok((await hosts(home)).includes(diary));
    assert.deepEqual(await hosts(away), ["local.away.svc.cluster.local", web]);
    await eventually(async () => assert.equal((await home.get(`http://${diary}/`)).echo?.pod, "diary"));
  });

  test("a route that is exported no further than its namespace is none for others", async () => {
    await eventually(async () => assert.deepEqual([await routeOf(home), await routeOf(away)], ["all", "all"]));
    await mesh.apply(marked("here", ["."]));
    await eventually(async () => assert.deepEqual([await routeOf(home), await routeOf(away)], ["here", undefined]));
    await mesh.apply(marked("there", ["away"]));
    await eventually(async () => assert.deepEqual([await routeOf(home), await routeOf(away)], [undefined, "there"]));
  });

  test("a rule that is exported no further than its namespace is none for others", async () => {
    assert.deepEqual([await waiting(home), await waiting(away)], ["321", "321"]);
    await mesh.apply(rule(["."]));
    await eventually(async () => assert.notEqual(await waiting(away), "321"));
    assert.equal(await waiting(home), "321");
    assert.equal((await away.get(`http://${web}/`)).echo?.pod, "web");
  });

  test("a Sidecar leaves a pod what it names, and nothing else", async () => {
    await mesh.apply(sidecar({ egress: [{ hosts: ["./*"] }] }));
    await eventually(async () => assert.deepEqual(await hosts(away), ["local.away.svc.cluster.local"]));
    assert.ok((await hosts(home)).includes(web));
  });

  test("a call to a service out of scope goes as it is", async () => {
    const before = await passed(away);
    const { address } = mesh.pod("web").facts;
    await eventually(async () => {
      const { echo, error, status } = await away.get(`http://${address}:9080/`, { host: web });
      assert.deepEqual([echo?.pod, echo?.headers["x-route"]], ["web", undefined], error ?? String(status));
      // Nobody knew that it would have taken mutual TLS.
      assert.equal(echo?.headers["x-forwarded-client-cert"], undefined);
    });
    assert.ok((await passed(away)) > before);
  });

  test("a call to a service out of scope is blocked where only what is known may be called", async () => {
    const outboundTrafficPolicy = { mode: "REGISTRY_ONLY" };
    await mesh.apply(sidecar({ outboundTrafficPolicy, egress: [{ hosts: ["./*"] }] }));
    const { address } = mesh.pod("web").facts;
    await eventually(async () =>
      assert.equal((await away.get(`http://${address}:9080/`, { fresh: true })).error, "ECONNRESET"),
    );
    await eventually(async () => assert.equal((await away.get(`http://${web}/`)).status, 502));
    assert.equal((await away.get("http://local/")).echo?.pod, "away");
    await mesh.apply(sidecar({ outboundTrafficPolicy, egress: [{ hosts: ["./*", `home/${web}`] }] }));
    await eventually(async () => assert.equal((await away.get(`http://${web}/`)).echo?.pod, "web"));
  });

  test("no Envoy refused anything that it was sent", () => assertAccepted(mesh));
});
