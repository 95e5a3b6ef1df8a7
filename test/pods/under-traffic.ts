import assert from "node:assert/strict";
import { networking } from "./bookinfo.ts";
import type { LoadReport } from "./inside/protocol.ts";
import type { Pod, PodLoad } from "./pod.ts";

/** The service that is called all the time, and its pods. */
export const web = {
  url: "http://web:9080/",
  services: [{ name: "web", ports: [{ name: "http", port: 9080 }] }],
  pods: [{ name: "web-v1" }, { name: "web-v2" }, { name: "web-v2-more" }],
};

/** Callers in both forms of xDS. */
export const callers = [{ name: "delta" }, { name: "sotw", mode: "sotw" }] as const;

/** Subsets of the service: by name, the version of its pods. */
export function subsets(versions: { readonly [name: string]: string }) {
  return networking("DestinationRule", "web", {
    host: "web",
    subsets: Object.entries(versions).map(([name, version]) => ({ name, labels: { version } })),
  });
}

/** Routes to subsets, in parts of a hundred. No second try hides that the first one failed. */
export function routesTo(weights: { readonly [subset: string]: number }) {
  const route = Object.entries(weights).map(([subset, weight]) => ({ destination: { host: "web", subset }, weight }));
  const name = Object.entries(weights).flat().join("-");
  return networking("VirtualService", "web", { hosts: ["web"], http: [{ name, retries: { attempts: 0 }, route }] });
}

/** Calls the service from all these pods until stopped. */
export async function callAllTheTime(pods: readonly Pod[]): Promise<readonly PodLoad[]> {
  return Promise.all(pods.map((pod) => pod.load([web.url], 3)));
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
