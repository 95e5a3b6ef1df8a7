import type { PathStep, Report } from "../problem.ts";
import type { Container } from "./container.ts";

/** The part of a pod's spec that its rules look at. */
interface Spec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[] | undefined;
  readonly ephemeralContainers?: readonly Container[] | undefined;
  readonly volumes?: readonly { readonly name: string }[] | undefined;
  readonly resourceClaims?: readonly { readonly name: string }[] | undefined;
  readonly hostNetwork?: boolean | undefined;
  readonly hostPID?: boolean | undefined;
  readonly shareProcessNamespace?: boolean | undefined;
  readonly dnsPolicy?: string | undefined;
  readonly dnsConfig?: { readonly nameservers?: readonly string[] | undefined } | undefined;
}

type Located = readonly [container: Container, ...at: PathStep[]];

/** All containers with their place in the spec, in the order in which Kubernetes looks at them. */
function allContainers(spec: Spec): Located[] {
  return (["initContainers", "containers", "ephemeralContainers"] as const).flatMap((list) =>
    (spec[list] ?? []).map((container, i): Located => [container, list, i]),
  );
}

/** The rules across a pod's fields, except those on mounts, which must know volumes from elsewhere. */
export function checkPodSpec(spec: Spec, report: Report): void {
  checkNames(spec, report);
  checkInitContainers(spec, report);
  checkHostPorts(spec, report);
  checkClaims(spec, report);
  if (spec.dnsPolicy === "None" && !spec.dnsConfig?.nameservers?.length) {
    report("FW0112", "must have a name server when `dnsPolicy` is 'None'", "dnsConfig", "nameservers");
  }
  if (spec.hostPID && spec.shareProcessNamespace) {
    report("FW0111", "must not be true together with `hostPID`", "shareProcessNamespace");
  }
}

/** Within one list the schema sees to it; across the lists nothing else does. */
function checkNames(spec: Spec, report: Report): void {
  const lists = new Map<string, PathStep | undefined>();
  for (const [{ name }, ...at] of allContainers(spec)) {
    if (lists.has(name) && lists.get(name) !== at[0]) {
      report("FW0108", `must be unique in the pod: '${name}' stands twice`, ...at, "name");
    }
    lists.set(name, at[0]);
  }
}

/** Init containers end, so that probes and hooks make no sense, unless they are sidecars. */
function checkInitContainers(spec: Spec, report: Report): void {
  spec.initContainers?.forEach((container, i) => {
    if (container.restartPolicy === "Always") return;
    for (const name of ["livenessProbe", "readinessProbe", "startupProbe", "lifecycle"] as const) {
      if (container[name] === undefined) continue;
      report("FW0613", "must not be set unless `restartPolicy` is 'Always'", "initContainers", i, name);
    }
  });
}

function checkHostPorts(spec: Spec, report: Report): void {
  const taken = new Set<string>();
  spec.containers.forEach((container, i) => {
    container.ports?.forEach((port, j) => {
      if (!port.hostPort) return;
      const at = ["containers", i, "ports", j, "hostPort"] as const;
      if (spec.hostNetwork && port.hostPort !== port.containerPort) {
        report("FW0614", `must be the same as \`containerPort\` (${port.containerPort}) with \`hostNetwork\``, ...at);
      }
      const key = `${port.protocol ?? "TCP"} ${port.hostIP ?? ""}:${port.hostPort}`;
      if (taken.has(key)) report("FW0108", `must be unique in the pod: ${port.hostPort} stands twice`, ...at);
      taken.add(key);
    });
  });
}

function checkClaims(spec: Spec, report: Report): void {
  const claims = new Set(spec.resourceClaims?.map((claim) => claim.name));
  for (const [container, ...at] of allContainers(spec)) {
    container.resources?.claims?.forEach(({ name }, i) => {
      if (claims.has(name)) return;
      report(
        "FW0612",
        `must be one of the pod's \`resourceClaims\`, not '${name}'`,
        ...at,
        "resources",
        "claims",
        i,
        "name",
      );
    });
  }
}

/** Each mount and device must be of a volume of the pod, or one of `others`, such as a StatefulSet's claims. */
export function checkMounts(spec: Spec, others: readonly string[], report: Report): void {
  const names = new Set([...others, ...(spec.volumes ?? []).map((volume) => volume.name)]);
  for (const [container, ...at] of allContainers(spec)) {
    for (const field of ["volumeMounts", "volumeDevices"] as const) {
      container[field]?.forEach(({ name }, i) => {
        if (!names.has(name))
          report("FW0612", `must be one of the pod's \`volumes\`, not '${name}'`, ...at, field, i, "name");
      });
    }
  }
}
