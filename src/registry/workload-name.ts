import type { Pod } from "../api/index.ts";

/** A CronJob's Jobs end with the minute they were made for. */
const cronJobRun = /^(.+)-\d{8,10}$/;

/** The name of what runs a pod: its Deployment, CronJob, StatefulSet …, or its own if nothing does. */
export function workloadName({ metadata }: Pod): string {
  const owner = metadata.ownerReferences?.find((reference) => reference.controller);
  const own = metadata.name || metadata.generateName || "";
  if (!owner) return own;
  if (owner.kind === "ReplicaSet") {
    const hash = metadata.labels?.["pod-template-hash"] ?? metadata.labels?.["rollouts-pod-template-hash"];
    return hash && owner.name.endsWith(`-${hash}`) ? owner.name.slice(0, -hash.length - 1) : owner.name;
  }
  if (owner.kind === "ReplicationController") return metadata.labels?.["deploymentconfig"] ?? owner.name;
  if (owner.kind === "Job") return cronJobRun.exec(owner.name)?.[1] ?? owner.name;
  return owner.name || own;
}
