import { int64, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import { kubeTime } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";
import { containerStatus } from "./container-status.ts";
import { resourceList, resourceRequirements } from "./resources.ts";

const podCondition = obj({
  type: req(1, str(), "Which aspect of the pod, such as 'Ready' or 'PodScheduled'."),
  observedGeneration: opt(7, int64(), "The pod's generation this was judged by."),
  status: req(2, str(), "Whether it holds: 'True', 'False' or 'Unknown'."),
  lastProbeTime: opt(3, kubeTime(), "When it was last looked at."),
  lastTransitionTime: opt(4, kubeTime(), "When `status` last changed."),
  reason: opt(5, str(), "One word for machines on why."),
  message: opt(6, str(), "A sentence for people."),
});

const address = obj({ ip: req(1, str(), "The address.") });

const resourceClaimStatus = obj({
  name: req(1, str(), "Name of the claim in the pod's `resourceClaims`."),
  resourceClaimName: ptr(2, str(), "Name of the ResourceClaim made for it; none if none was needed."),
});

const requestMapping = obj({
  containerName: req(1, str(), "Name of the container."),
  resourceName: req(2, str(), "Name of the extended resource."),
  requestName: req(3, str(), "Request of the claim that serves it."),
});

const extendedResourceClaimStatus = obj({
  requestMappings: req(1, list(requestMapping), "Which request serves which resource of which container."),
  resourceClaimName: req(2, str(), "Name of the ResourceClaim."),
});

const nodeAllocatableClaimStatus = obj({
  resourceClaimName: req(1, str(), "Name of the ResourceClaim."),
  containers: opt(2, list(str(), { listType: "set", patchReplaces: true }), "Containers that use the claim."),
  resources: req(3, resourceList, "What the claim takes of the node's own resources."),
});

const containerStatuses = list(containerStatus);

/** What is known of a running pod. */
export const podStatus = obj({
  observedGeneration: opt(17, int64(), "The pod's generation this status is about."),
  phase: opt(1, str(), "Where the pod is in its life: 'Pending', 'Running', 'Succeeded', 'Failed' or 'Unknown'."),
  conditions: opt(2, list(podCondition, { keys: ["type"] }), "Conditions of the pod, such as 'Ready'."),
  message: opt(3, str(), "A sentence on why the pod is in this state."),
  reason: opt(4, str(), "One word on why the pod is in this state, such as 'Evicted'."),
  nominatedNodeName: opt(11, str(), "Node that is being freed for the pod."),
  hostIP: opt(5, str(), "Address of the node."),
  hostIPs: opt(16, list(address), "All addresses of the node; the first is `hostIP`."),
  podIP: opt(6, str(), "Address of the pod; empty until it has one."),
  podIPs: opt(12, list(address, { keys: ["ip"] }), "All addresses of the pod; the first is `podIP`."),
  startTime: ptr(7, kubeTime(), "When the node took the pod, before pulling images."),
  initContainerStatuses: opt(10, containerStatuses, "State of the init containers."),
  containerStatuses: opt(8, containerStatuses, "State of the containers."),
  qosClass: opt(9, str(), "Quality of service: 'Guaranteed', 'Burstable' or 'BestEffort'."),
  ephemeralContainerStatuses: opt(13, containerStatuses, "State of the containers added for debugging."),
  resize: opt(14, str(), "How far a change of resources is; conditions say it in newer clusters."),
  resourceClaimStatuses: opt(15, list(resourceClaimStatus, { keys: ["name"] }), "Claims made for the pod."),
  extendedResourceClaimStatus: ptr(18, extendedResourceClaimStatus, "Claim that serves extended resources."),
  allocatedResources: opt(19, resourceList, "What the node has set aside for the pod."),
  resources: ptr(20, resourceRequirements, "Limits and requests in force for the pod."),
  nodeAllocatableResourceClaimStatuses: opt(
    21,
    list(nodeAllocatableClaimStatus),
    "Claims that take of the node's own resources.",
  ),
});

export interface PodCondition extends Infer<typeof podCondition> {}
export interface PodStatus extends Infer<typeof podStatus> {}
