import assert from "node:assert/strict";
import { eventually } from "../tools/eventually.ts";
import { networking } from "./bookinfo.ts";
import type { LoadReport } from "./inside/protocol.ts";
import type { Pod, PodLoad } from "./pod.ts";

const port = { name: "http", port: 9080 };

/** A Service of another name before the pods of the one that is called. */
export function otherService(name: string) {
  return { name, ports: [port], selector: { app: "web" } };
}

/** The service that is called all the time, and its pods. */
export const web = {
  url: "http://web:9080/",
  services: [{ name: "web", ports: [port] }],
  pods: [{ name: "web-v1" }, { name: "web-v2" }, { name: "web-v2-more" }],
};

/** Callers in both forms of xDS. */
export const callers = [{ name: "delta" }, { name: "sotw", mode: "sotw" }] as const;

/** Subsets of the service: by name, the version of its pods. */
export function subsets(versions: { readonly [name: string]: string }, host = "web") {
  return networking("DestinationRule", host, {
    host,
    subsets: Object.entries(versions).map(([name, version]) => ({ name, labels: { version } })),
  });
}

/** Routes to subsets, in parts of a hundred. No second try hides that the first one failed. */
export function routesTo(weights: { readonly [subset: string]: number }, host = "web") {
  const route = Object.entries(weights).map(([subset, weight]) => ({ destination: { host, subset }, weight }));
  const name = Object.entries(weights).flat().join("-");
  return networking("VirtualService", host, { hosts: [host], http: [{ name, retries: { attempts: 0 }, route }] });
}

/** Waits until the Envoys of these pods have a route of this name. */
export async function routed(pods: readonly Pod[], name: string): Promise<void> {
  for (const pod of pods) {
    const has = async () => (await pod.admin("/config_dump?resource=dynamic_route_configs")).includes(`"${name}"`);
    await eventually(has, 60_000);
  }
}

/** Calls the service from all these pods, once it answers, until stopped. */
export async function callAllTheTime(pods: readonly Pod[], url = web.url): Promise<readonly PodLoad[]> {
  for (const pod of pods) await eventually(async () => (await pod.get(url)).status === 200);
  return Promise.all(pods.map((pod) => pod.load([url], 3)));
}

/** Asserts that calls were made and none of them failed; returns how many there were. */
export async function assertUnharmed(loads: readonly PodLoad[]): Promise<number> {
  const reports: readonly LoadReport[] = await Promise.all(loads.map((load) => load.report()));
  const failures = reports.flatMap((report) => report.failures);
  assert.deepEqual(
    failures.map(({ status, text, error, at }) => `${at} ${status} ${error ?? text}`),
    [],
    `${reports.map(({ failed, sent }) => `${failed} of ${sent} failed`)}`,
  );
  for (const { sent } of reports) assert.ok(sent > 0);
  return reports.reduce((sum, { sent }) => sum + sent, 0);
}

/** The clusters of the service that a pod's Envoy has, without those to it itself. */
export async function webClusters(pod: Pod): Promise<readonly string[]> {
  const { cluster_statuses: all } = JSON.parse(await pod.admin("/clusters?format=json")) as {
    readonly cluster_statuses: readonly { readonly name: string }[];
  };
  return all.map(({ name }) => name).filter((name) => name.startsWith("outbound|9080|") && name.includes("|web."));
}
