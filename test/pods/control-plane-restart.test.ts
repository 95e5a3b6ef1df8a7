import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { scratch } from "../tools/fairway.ts";
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
} from "./under-traffic.ts";

/** How often anything of an Envoy's configuration came, changed, went or was refused. */
const changes = [
  "cluster_manager\\.cluster_(added|modified|removed)",
  "listener_manager\\.listener_(added|modified|removed|create_failure)",
  ".*\\.(config_reload|update_rejected)",
].join("|");

/** What an Envoy has in force, and how it came to that. */
async function inForce(pod: Pod): Promise<object> {
  const { configs } = JSON.parse(await pod.admin("/config_dump?include_eds")) as {
    readonly configs: readonly object[];
  };
  // The rest is Envoy's own start; when it was told something is no matter.
  const parts = configs.filter((part) => /Clusters|Endpoints|Listeners|Routes/.test(JSON.stringify(part).slice(0, 80)));
  const config = JSON.parse(JSON.stringify(parts, (key, value) => (key === "last_updated" ? undefined : value)));
  return { stats: Object.fromEntries(await pod.stats(`^(${changes})$`)), config };
}

describe("a control plane that is killed", { skip: podsNeed(), timeout: 300_000 }, () => {
  const { dir, remove } = scratch();
  let mesh: PodMesh;
  let callers: readonly Pod[];
  let loads: readonly PodLoad[];

  before(async () => {
    mkdirSync(join(dir, "config"));
    mesh = await startPods({
      services: [...web.services, otherService("other")],
      pods: [...callerSpecs, ...web.pods],
      objects: [subsets({ one: "v1", two: "v2" }), routesTo({ one: 50, two: 50 })],
      flags: ["--config-dir", join(dir, "config")],
    });
    callers = callerSpecs.map(({ name }) => mesh.pod(name));
    loads = await callAllTheTime(callers);
  });
  after(async () => {
    await mesh?.[Symbol.asyncDispose]();
    remove();
  });

  const connected = async (is: 0 | 1) => {
    for (const pod of mesh.pods) {
      await eventually(async () => {
        const [state] = (await pod.stats("^control_plane\\.connected_state$")).values();
        return state === is;
      }, 60_000);
    }
  };

  /** Waits until every proxy has everything. */
  const synced = () =>
    eventually(async () => {
      const status = JSON.parse(await mesh.controlPlane.page("/debug/proxy_status")) as readonly {
        readonly types: { readonly [type: string]: { readonly state: string } };
      }[];
      assert.equal(status.length, mesh.pods.length);
      for (const { types } of status) {
        for (const type of ["CDS", "EDS", "LDS", "RDS"]) assert.equal(types[type]?.state, "SYNCED");
      }
    }, 60_000);

  test("leaves traffic alone, and comes back without a change to any proxy", async () => {
    await connected(1);
    const before = await eventually(async () => {
      await synced();
      const first = await Promise.all(mesh.pods.map(inForce));
      assert.deepEqual(await Promise.all(mesh.pods.map(inForce)), first);
      return first;
    });
    await mesh.controlPlane.running.kill();
    await connected(0);
    const sent = await assertUnharmed(loads);
    await eventually(async () => (await assertUnharmed(loads)) > sent + 100);
    await mesh.controlPlane.restart();
    await connected(1);
    await synced();
    for (const [index, pod] of mesh.pods.entries()) assert.deepEqual(await inForce(pod), before[index], pod.facts.name);
    await assertUnharmed(loads);
  });

  test("takes changes again when it is back", async () => {
    await mesh.apply(routesTo({ two: 100 }));
    await routed(callers, "two-100");
    for (const pod of callers) {
      const versions = new Set((await pod.getMany(web.url, 20)).map(({ echo }) => echo?.version));
      assert.deepEqual([...versions], ["v2"]);
    }
    await assertUnharmed(loads);
  });

  test("brings what changed meanwhile without a failed request", async () => {
    const write = (subset: string, version: string) => {
      writeFileSync(join(dir, "config/subsets.yaml"), JSON.stringify(subsets({ [subset]: version }, "other")));
      writeFileSync(join(dir, "config/routes.yaml"), JSON.stringify(routesTo({ [subset]: 100 }, "other")));
    };
    write("before", "v1");
    // A client of the other form does not say which clusters it has, so that none can be kept for it.
    const delta = [mesh.pod("delta")];
    await routed(delta, "before-100");
    const other = await callAllTheTime(delta, "http://other:9080/");
    await mesh.controlPlane.running.kill();
    write("after", "v2");
    await mesh.controlPlane.restart();
    await routed(delta, "after-100");
    await eventually(async () => !(await mesh.pod("delta").admin("/clusters")).includes("|before|"));
    await assertUnharmed([...loads, ...other]);
    const [answer] = await mesh.pod("delta").getMany("http://other:9080/", 1);
    assert.equal(answer?.echo?.version, "v2");
  });
});
