import { areLabels, isDnsLabel, isDnsSubdomain } from "../checks/names.ts";
import { isLabelKey } from "../meta/label-selector.ts";
import { bool, choice, int32, int64, list, map, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { affinity } from "./affinity.ts";
import { checkPodSpec } from "./check-pod-spec.ts";
import { container, ephemeralContainer } from "./container.ts";
import { localObjectReference } from "./object-reference.ts";
import { hostAlias, podDnsConfig } from "./pod-dns.ts";
import { resourceList, resourceRequirements } from "./resources.ts";
import {
  podResourceClaim,
  podSchedulingGate,
  podSchedulingGroup,
  toleration,
  topologySpreadConstraint,
} from "./scheduling.ts";
import { podSecurityContext } from "./security-context.ts";
import { volume } from "./volume.ts";
import { warnOfRepeats } from "./warn-of-repeats.ts";

const subdomain = str({ emptyIsAbsent: true, checks: [isDnsSubdomain] });
const dnsLabel = str({ emptyIsAbsent: true, checks: [isDnsLabel] });

const imagePullSecrets = list(localObjectReference, {
  keys: ["name"],
  repeats: true,
  checks: [warnOfRepeats((secret) => secret.name, "name")],
});

const hostAliases = list(hostAlias, {
  keys: ["ip"],
  repeats: true,
  checks: [warnOfRepeats((alias) => alias.ip, "ip")],
});

const readinessGate = obj({
  conditionType: req(1, str({ checks: [isLabelKey] }), "Type of a condition in the pod's status."),
});

/** What a pod is made of and how it runs. */
export const podSpec = obj(
  {
    volumes: opt(1, list(volume, { keys: ["name"] }), "Volumes that the containers can mount."),
    initContainers: opt(
      20,
      list(container, { keys: ["name"] }),
      "Containers that run one after the other before the others start; sidecars among them keep running.",
    ),
    containers: req(2, list(container, { keys: ["name"] }), "Containers of the pod; at least one."),
    ephemeralContainers: opt(
      34,
      list(ephemeralContainer, { keys: ["name"] }),
      "Containers added to the running pod for debugging; not in templates.",
    ),
    restartPolicy: opt(
      3,
      choice(["Always", "OnFailure", "Never"], { emptyIsAbsent: true }),
      "When containers restart: 'Always' (the default), 'OnFailure' or 'Never'.",
      { default: "Always" },
    ),
    terminationGracePeriodSeconds: ptr(4, int64(), "Seconds the pod gets to end in order; default 30.", {
      default: 30,
    }),
    activeDeadlineSeconds: ptr(5, int64({ min: 1 }), "Seconds after which the pod is ended; no limit by default."),
    dnsPolicy: opt(
      6,
      choice(["ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"], { emptyIsAbsent: true }),
      "Which DNS the pod uses: 'ClusterFirst' (the default), 'ClusterFirstWithHostNet', 'Default' or 'None'.",
      { default: "ClusterFirst" },
    ),
    nodeSelector: opt(7, map(str(), { atomic: true, checks: [areLabels] }), "Labels that the node must have."),
    serviceAccountName: opt(8, subdomain, "Service account that the pod runs as; default 'default'."),
    serviceAccount: opt(9, subdomain, "Old name of `serviceAccountName`; always the same."),
    automountServiceAccountToken: ptr(21, bool(), "Whether a token of the service account is mounted; default true."),
    nodeName: opt(10, subdomain, "Node that runs the pod; set by the scheduler."),
    hostNetwork: opt(11, bool(), "Whether the pod uses the node's network; default false."),
    hostPID: opt(12, bool(), "Whether the pod sees the node's processes; default false."),
    hostIPC: opt(13, bool(), "Whether the pod shares the node's IPC namespace; default false."),
    shareProcessNamespace: ptr(27, bool(), "Whether the containers see each other's processes; default false."),
    securityContext: ptr(14, podSecurityContext, "Privileges of all containers.", { default: {} }),
    imagePullSecrets: opt(15, imagePullSecrets, "Secrets with credentials for pulling the images."),
    hostname: opt(16, dnsLabel, "Host name of the pod; by default its name."),
    subdomain: opt(17, dnsLabel, "Domain in the namespace, by which the pod gets a DNS name of its own."),
    affinity: ptr(18, affinity, "Where the pod may and would rather run."),
    schedulerName: opt(19, str(), "Scheduler that chooses the node; default 'default-scheduler'.", {
      default: "default-scheduler",
    }),
    tolerations: opt(22, list(toleration), "Taints of nodes that the pod can live with."),
    hostAliases: opt(23, hostAliases, "Lines for the pod's hosts file."),
    priorityClassName: opt(24, subdomain, "PriorityClass of the pod; the cluster's default if absent."),
    priority: ptr(25, int32(), "Priority by the PriorityClass; set by the server."),
    dnsConfig: ptr(26, podDnsConfig, "Lines for the pod's resolv.conf, besides those of `dnsPolicy`."),
    readinessGates: opt(28, list(readinessGate), "Conditions that must hold too before the pod is ready."),
    runtimeClassName: ptr(29, subdomain, "RuntimeClass that runs the pod; the node's default if absent."),
    enableServiceLinks: ptr(30, bool(), "Whether Services of the namespace become variables; default true."),
    preemptionPolicy: ptr(
      31,
      choice(["PreemptLowerPriority", "Never"]),
      "Whether the pod can push out others: 'PreemptLowerPriority' (the default) or 'Never'.",
    ),
    overhead: opt(32, resourceList, "What running the pod costs besides its containers; set by the RuntimeClass."),
    topologySpreadConstraints: opt(
      33,
      list(topologySpreadConstraint, { keys: ["topologyKey", "whenUnsatisfiable"] }),
      "How evenly pods are spread; all of them must hold.",
    ),
    setHostnameAsFQDN: ptr(35, bool(), "Whether the host name is the full DNS name; default false."),
    os: ptr(
      36,
      obj({ name: req(1, choice(["linux", "windows"]), "'linux' or 'windows'.") }),
      "Operating system of the containers.",
    ),
    hostUsers: ptr(37, bool(), "Whether the pod uses the node's user ids; default true."),
    schedulingGates: opt(38, list(podSchedulingGate, { keys: ["name"] }), "Reasons not to schedule the pod yet."),
    resourceClaims: opt(39, list(podResourceClaim, { keys: ["name"] }), "Claims of devices for the containers."),
    resources: ptr(40, resourceRequirements, "What all containers together may use and what is set aside for them."),
    hostnameOverride: ptr(41, subdomain, "Host name of the pod, whatever else would make it."),
    schedulingGroup: ptr(43, podSchedulingGroup, "Group with which the pod is scheduled."),
  },
  { checks: [checkPodSpec] },
);

export interface PodSpec extends Infer<typeof podSpec> {}
