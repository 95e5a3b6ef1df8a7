import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { type Pod, podsNeed, startPods } from "./index.ts";
import { assertUnharmed, callAllTheTime, callers as callerSpecs, routesTo, subsets, web } from "./under-traffic.ts";

/** How often anything of an Envoy's configuration came, changed, went or was refused. */
const ups =
  "^(cluster_manager\\.cluster_(added|modified|removed)|listener_manager\\.listener_(added|modified|removed|create_failure)|.*\\.config_reload|.*update_rejected)$";

/** What an Envoy has in force. */
async function inForce(pod: Pod): Promise<{ readonly stats: object; readonly config: unknown }> {
  const config = JSON.parse(await pod.admin("/config_dump?include_eds")) as { readonly configs: readonly object[] };
  // The rest is Envoy's own start, and when it was told.
  const parts = config.configs.filter((part) => /Clusters|Listeners|Routes/.test(JSON.stringify(part).slice(0, 80)));
  const plain = JSON.parse(JSON.stringify(parts, (key, value) => (key === "last_updated" ? undefined : value)));
  return { stats: Object.fromEntries(await pod.stats(ups)), config: plain };
}

test("traffic and configuration outlive the control plane", { skip: podsNeed(), timeout: 300_000 }, async () => {
  await using mesh = await startPods({
    services: web.services,
    pods: [...callerSpecs, ...web.pods],
    objects: [subsets({ one: "v1", two: "v2" }), routesTo({ one: 50, two: 50 })],
  });
  const callers = callerSpecs.map(({ name }) => mesh.pod(name));
  const connected = async (is: boolean) => {
    for (const pod of mesh.pods) {
      await eventually(async () => {
        const [state] = (await pod.stats("^control_plane\\.connected_state$")).values();
        return state === (is ? 1 : 0);
      }, 60_000);
    }
  };
  for (const pod of callers) await eventually(async () => (await pod.get(web.url)).status === 200);
  await connected(true);
  const loads = await callAllTheTime(callers);
  // Nothing may be under way.
  const before = await eventually(async () => {
    const first = await Promise.all(mesh.pods.map(inForce));
    assert.deepEqual(await Promise.all(mesh.pods.map(inForce)), first);
    const { length } = JSON.parse(await mesh.controlPlane.page("/debug/syncz")) as readonly unknown[];
    assert.equal(length, mesh.pods.length);
    return first;
  });

  await mesh.controlPlane.running.kill();
  await connected(false);
  const sent = await assertUnharmed(loads);
  await eventually(async () => (await assertUnharmed(loads)) > sent + 100);

  await mesh.controlPlane.restart();
  await connected(true);
  await eventually(async () => {
    const status = JSON.parse(await mesh.controlPlane.page("/debug/proxy_status")) as readonly {
      readonly types: { readonly [type: string]: { readonly state: string } };
    }[];
    assert.equal(status.length, mesh.pods.length);
    for (const { types } of status) {
      for (const type of ["CDS", "EDS", "LDS", "RDS"]) assert.equal(types[type]?.state, "SYNCED");
    }
  }, 60_000);
  // It told them nothing that they did not have.
  for (const [index, pod] of mesh.pods.entries()) assert.deepEqual(await inForce(pod), before[index], pod.facts.name);
  await assertUnharmed(loads);

  await mesh.apply(routesTo({ two: 100 }));
  for (const pod of callers) {
    await eventually(async () => {
      const answers = await pod.getMany(web.url, 20);
      return answers.every(({ echo }) => echo?.version === "v2");
    });
  }
  await assertUnharmed(loads);
});
