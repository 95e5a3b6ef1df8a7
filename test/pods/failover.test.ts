import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { assertAccepted } from "./assert-accepted.ts";
import { networking } from "./bookinfo.ts";
import { type Pod, type PodMesh, podsNeed, startPods } from "./index.ts";

const url = "http://web:9080/";
const cluster = "^cluster\\.outbound\\|9080\\|\\|web\\.default\\.svc\\.cluster\\.local;?\\.";

/** A Node of a zone, by which the pods on it have a place. */
function node(name: string, region: string, zone: string) {
  const labels = { "topology.kubernetes.io/region": region, "topology.kubernetes.io/zone": zone };
  return { apiVersion: "v1", kind: "Node", metadata: { name, labels } };
}

/** How the service is called; each change has a mark, seen in the cluster that Envoy has. */
function rule(trafficPolicy: object, http1MaxPendingRequests: number) {
  const connectionPool = { http: { http1MaxPendingRequests } };
  return networking("DestinationRule", "web", { host: "web", trafficPolicy: { ...trafficPolicy, connectionPool } });
}

/** Who fails three times in a row is put out, for longer than a test takes. */
const forLong = { consecutive5xxErrors: 3, interval: "0.1s", baseEjectionTime: "300s", maxEjectionPercent: 100 };
const anywhere = { localityLbSetting: { enabled: false } };
const near = ["web-v1-near", "web-v1-near-too"];
const all = ["web-v1-beside", "web-v1-far", ...near];

/** A server that is no pod, whose services the mesh knows by WorkloadEntries. */
const machine = "198.51.100.1";
const entry = (locality: string, http: number) =>
  networking("WorkloadEntry", `machine-${http}`, {
    address: machine,
    locality,
    ports: { http },
    labels: { app: "machine" },
  });

describe("failover in real pods", { skip: podsNeed(), timeout: 180_000 }, () => {
  let mesh: PodMesh;
  let client: Pod;
  let marks = 1000;

  before(async () => {
    mesh = await startPods({
      services: [
        { name: "web", ports: [{ name: "http", port: 9080 }] },
        { name: "machine", ports: [{ name: "http", port: 9080 }] },
      ],
      pods: [
        { name: "client", node: "north-a" },
        ...near.map((name) => ({ name, node: "north-a" })),
        { name: "web-v1-beside", node: "north-b" },
        { name: "web-v1-far", node: "south-a" },
        {
          name: "machine",
          proxy: "none",
          outside: true,
          address: machine,
          ports: [
            { number: 9080, protocol: "http" },
            { number: 9081, protocol: "http" },
          ],
        },
      ],
      objects: [
        node("north-a", "north", "a"),
        node("north-b", "north", "b"),
        node("south-a", "south", "a"),
        // No second try hides where the first one went.
        networking("VirtualService", "web", {
          hosts: ["web"],
          http: [{ retries: { attempts: 0 }, route: [{ destination: { host: "web" } }] }],
        }),
      ],
    });
    client = mesh.pod("client");
  });
  after(() => mesh?.[Symbol.asyncDispose]());

  const apply = async (trafficPolicy: object) => {
    const mark = ++marks;
    await mesh.apply(rule(trafficPolicy, mark));
    await eventually(async () => (await client.admin("/clusters")).includes(`max_pending_requests::${mark}`));
  };
  /** Who answers; the status in its place where it is not 200. */
  const answering = async (count = 60) => {
    const answers = await client.getMany(url, count);
    return [
      ...new Set(answers.map(({ status, echo, error }) => (status === 200 && echo?.pod) || (error ?? status))),
    ].sort();
  };
  const counter = async (name: string) => {
    const [value = 0] = (await client.stats(`${cluster}${name}$`)).values();
    return value;
  };
  /** Makes pods fail and calls them until Envoy has put them out. */
  const putOut = async (pods: readonly string[]) => {
    for (const pod of pods) await mesh.pod(pod).behave({ status: 500 });
    await eventually(async () => {
      await answering(20);
      assert.equal(await counter("outlier_detection\\.ejections_active"), pods.length);
    });
    // Envoy gathers such changes for a second before those who choose hear of them.
    await eventually(async () => !(await answering()).includes(500));
    for (const pod of pods) await mesh.pod(pod).behave();
  };

  test("all places answer alike as long as nobody looks for who fails", async () => {
    await eventually(async () => assert.deepEqual(await answering(), all));
  });

  test("a pod that fails is called no more while it is put out", async () => {
    await apply({ outlierDetection: forLong, loadBalancer: anywhere });
    await putOut(["web-v1-near"]);
    await mesh.pod("web-v1-near").seen({ forget: true });
    assert.deepEqual(
      await answering(),
      all.filter((pod) => pod !== "web-v1-near"),
    );
    assert.deepEqual(await mesh.pod("web-v1-near").seen(), []);
    assert.equal(await counter("membership_healthy"), 3);
  });

  test("a pod that failed is called again when its time is over", async () => {
    await apply({ outlierDetection: { ...forLong, baseEjectionTime: "0.5s" }, loadBalancer: anywhere });
    await putOut(["web-v1-near"]);
    await eventually(async () => {
      assert.equal(await counter("outlier_detection\\.ejections_active"), 0);
      assert.deepEqual(await answering(), all);
    });
    assert.ok((await counter("outlier_detection\\.ejections_enforced_consecutive_5xx")) > 0);
  });

  test("who is near answers, then its region, then anyone", async () => {
    await apply({ outlierDetection: forLong });
    assert.deepEqual(await answering(), near);
    await putOut(near);
    assert.deepEqual(await answering(), ["web-v1-beside"]);
    await mesh.setPhase("web-v1-beside", "unready");
    await eventually(async () => assert.deepEqual(await answering(), ["web-v1-far"]));
    await mesh.setPhase("web-v1-beside", "ready");
    await eventually(async () => assert.deepEqual(await answering(), ["web-v1-beside"]));
  });

  test("calls move when the pods near by go, and come back with them", async () => {
    await apply({ outlierDetection: { ...forLong, consecutive5xxErrors: 4 } });
    assert.deepEqual(await answering(), near);
    for (const pod of near) await mesh.setPhase(pod, "unready");
    await eventually(async () => assert.deepEqual(await answering(), ["web-v1-beside"]));
    for (const pod of near) await mesh.setPhase(pod, "ready");
    await eventually(async () => assert.deepEqual(await answering(), near));
  });

  test("calls go where a rule sends those of a place", async () => {
    const distribute = [{ from: "north/a/*", to: { "south/a/*": 100 } }];
    await apply({ outlierDetection: forLong, loadBalancer: { localityLbSetting: { distribute } } });
    assert.deepEqual(await answering(), ["web-v1-far"]);
  });

  test("services on one machine are called on their own ports, the nearer one if that is asked for", async () => {
    const ports = async () => {
      const answers = await client.getMany("http://machine:9080/", 40);
      return [...new Set(answers.map(({ status, echo }) => echo?.port ?? status))].sort();
    };
    await mesh.apply(entry("north/a", 9080), entry("south/a", 9081));
    await eventually(async () => assert.deepEqual(await ports(), [9080, 9081]));
    await mesh.apply(
      networking("DestinationRule", "machine", { host: "machine", trafficPolicy: { outlierDetection: forLong } }),
    );
    await eventually(async () => assert.deepEqual(await ports(), [9080]));
    await mesh.remove(entry("north/a", 9080));
    await eventually(async () => assert.deepEqual(await ports(), [9081]));
  });

  test("no Envoy refused anything that it was sent", () => assertAccepted(mesh));
});
