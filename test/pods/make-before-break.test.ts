import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { networking } from "./bookinfo.ts";
import { type Pod, type PodLoad, type PodMesh, podsNeed, startPods } from "./index.ts";
import {
  assertUnharmed,
  callAllTheTime,
  callers as callerSpecs,
  otherService,
  routed,
  routesTo,
  subsets,
  web,
  webClusters,
} from "./under-traffic.ts";

const host = "web.default.svc.cluster.local";

describe("changes under traffic", { skip: podsNeed(), timeout: 600_000 }, () => {
  let mesh: PodMesh;
  let callers: readonly Pod[];
  let loads: readonly PodLoad[];
  let changes = 0;
  /** The subset that gets all requests, and the version of its pods. */
  let current = { name: "first", version: "v1" };
  const apply = (...objects: readonly KubeObject[]) => {
    changes += objects.length;
    return mesh.apply(...objects);
  };
  const setPhase: PodMesh["setPhase"] = (name, phase) => {
    changes++;
    return mesh.setPhase(name, phase);
  };

  before(async () => {
    mesh = await startPods({
      services: web.services,
      pods: [...callerSpecs, ...web.pods],
      objects: [subsets({ first: "v1" }), routesTo({ first: 100 })],
      flags: ["--debounce-after", "5ms"],
    });
    callers = callerSpecs.map(({ name }) => mesh.pod(name));
    loads = await callAllTheTime(callers);
  });
  after(() => mesh?.[Symbol.asyncDispose]());

  const hasEndpoint = async ({ facts }: Pod, is: boolean) => {
    const endpoint = `::${facts.address}:9080::`;
    for (const pod of callers) await eventually(async () => (await pod.admin("/clusters")).includes(endpoint) === is);
  };

  test("subsets come and go with the routes to them, and no request fails", async () => {
    for (let round = 1; round <= 100; round++) {
      const next = { name: `subset-${round}`, version: round % 2 === 0 ? "v1" : "v2" };
      await apply(subsets({ [current.name]: current.version, [next.name]: next.version }));
      if (round % 3 === 0) await apply(routesTo({ [current.name]: 50, [next.name]: 50 }));
      await apply(routesTo({ [next.name]: 100 }), subsets({ [next.name]: next.version }));
      // Most changes meet others that are still under way.
      if (round % 5 === 0) await routed(callers, `${next.name}-100`);
      current = next;
    }
    await routed(callers, `${current.name}-100`);
    await assertUnharmed(loads);
    // What is no longer used is gone all the same.
    for (const pod of callers) {
      await eventually(async () =>
        assert.deepEqual((await webClusters(pod)).toSorted(), [
          `outbound|9080|${current.name}|${host}`,
          `outbound|9080||${host}`,
        ]),
      );
    }
  });

  test("endpoints come and go, and no request fails", async () => {
    await apply(subsets({ [current.name]: current.version, one: "v1", two: "v2" }), routesTo({ one: 50, two: 50 }));
    await routed(callers, "one-50-two-50");
    const moving = mesh.pod("web-v2-more");
    for (let round = 1; round <= 60; round++) {
      await setPhase("web-v2-more", round % 2 === 0 ? "draining" : "unready");
      await setPhase("web-v2-more", "ready");
      await apply(routesTo({ one: round % 100, two: 100 - (round % 100) }));
      if (round % 10 === 0) await hasEndpoint(moving, true);
    }
    await assertUnharmed(loads);
  });

  test("pods come and go, and no request fails", async () => {
    for (const name of ["web-v1-a", "web-v2-b"]) {
      const pod = await mesh.addPod({ name });
      await hasEndpoint(pod, true);
      await eventually(async () => (await pod.seen()).length > 0);
      // As a cluster does it: who ends is taken out of its Services first, and ends when its calls have.
      await setPhase(name, "draining");
      await hasEndpoint(pod, false);
      await eventually(async () => {
        const stats = await pod.stats("^http\\.inbound_.*downstream_rq_active$");
        return stats.size > 0 && [...stats.values()].every((value) => value === 0);
      });
      await mesh.removePod(name);
      changes += 2;
    }
    await assertUnharmed(loads);
  });

  test("services and policies come and go, and no request fails", async () => {
    const security = (kind: string, spec: object) => ({
      apiVersion: "security.istio.io/v1",
      kind,
      metadata: { name: "default", namespace: "default" },
      spec,
    });
    for (let round = 1; round <= 12; round++) {
      const name = `other-${round}`;
      await mesh.addService(otherService(name));
      const tls = { mode: round % 2 === 0 ? "DISABLE" : "ISTIO_MUTUAL" };
      const mtls = { mode: round % 2 === 0 ? "PERMISSIVE" : "UNSET" };
      const rules = [{ to: [{ operation: { paths: [`/never-${round}`] } }] }];
      await apply(
        networking("DestinationRule", name, { host: name, trafficPolicy: { tls } }),
        networking("VirtualService", "web", {
          hosts: ["web"],
          http: [{ name, retries: { attempts: 0 }, route: [{ destination: { host: name } }] }],
        }),
        security("PeerAuthentication", { mtls }),
        security("AuthorizationPolicy", { action: "DENY", rules }),
      );
      if (round > 1) await mesh.removeService(`other-${round - 1}`);
      changes += 2;
      if (round % 3 === 0) await routed(callers, name);
    }
    await assertUnharmed(loads);
  });

  test("so many changes were made, all of them taken, and no cluster is left waiting", async () => {
    assert.ok(changes >= 500, `${changes} changes`);
    for (const pod of callers) {
      const stats = await pod.stats(
        "^cluster_manager\\.(warming_clusters|cds\\.update_rejected)$|rds.*update_rejected$",
      );
      assert.ok(stats.size >= 2);
      assert.deepEqual(
        [...stats].filter(([, value]) => value > 0),
        [],
      );
    }
    const reports = await Promise.all(loads.map((load) => load.stop()));
    for (const { failed, byPod } of reports) {
      assert.equal(failed, 0);
      for (const { name } of web.pods) assert.ok((byPod[name] ?? 0) > 0, name);
    }
  });
});
