import { bool, int32, int64, list, map, obj, opt, ptr, req, str } from "../schema/build.ts";
import { kubeTime, quantity } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";
import { nodeConfigSource } from "./node-config-source.ts";

const nodeCondition = obj({
  type: req(1, str(), "Which aspect, such as 'Ready' or 'MemoryPressure'."),
  status: req(2, str(), "Whether it holds: 'True', 'False' or 'Unknown'."),
  lastHeartbeatTime: opt(3, kubeTime(), "When the node last told of it."),
  lastTransitionTime: opt(4, kubeTime(), "When `status` last changed."),
  reason: opt(5, str(), "One word for machines."),
  message: opt(6, str(), "A sentence for people."),
});

const nodeAddress = obj({
  type: req(1, str(), "Kind of address: 'InternalIP', 'ExternalIP', 'Hostname', 'InternalDNS' or 'ExternalDNS'."),
  address: req(2, str(), "The address."),
});

const nodeSystemInfo = obj({
  machineID: opt(1, str(), "Id of the machine as its operating system has it."),
  systemUUID: opt(2, str(), "Id of the machine as its firmware has it."),
  bootID: opt(3, str(), "Id that changes with every boot."),
  kernelVersion: opt(4, str(), "Version of the kernel."),
  osImage: opt(5, str(), "Name of the operating system's release."),
  containerRuntimeVersion: opt(6, str(), "Container runtime and its version, such as 'containerd://2.1.0'."),
  kubeletVersion: opt(7, str(), "Version of the kubelet."),
  kubeProxyVersion: opt(8, str(), "Formerly the version of kube-proxy; not kept up."),
  operatingSystem: opt(9, str(), "Operating system, such as 'linux'."),
  architecture: opt(10, str(), "Processor architecture, such as 'amd64'."),
  swap: ptr(11, obj({ capacity: ptr(1, int64(), "Swap space in bytes.") }), "Swap space of the node."),
});

const containerImage = obj({
  names: opt(1, list(str()), "Names by which the image is known."),
  sizeBytes: opt(2, int64(), "Size in bytes."),
});

const attachedVolume = obj({
  name: req(1, str(), "Name of the volume."),
  devicePath: req(2, str(), "Device at which it is attached."),
});

const nodeConfigStatus = obj({
  assigned: ptr(1, nodeConfigSource, "Configuration that the node should use."),
  active: ptr(2, nodeConfigSource, "Configuration that the node uses."),
  lastKnownGood: ptr(3, nodeConfigSource, "Configuration to fall back to."),
  error: opt(4, str(), "Why the assigned configuration is not in use."),
});

const nodeRuntimeHandler = obj({
  name: opt(1, str(), "Name of the handler; empty for the default one."),
  features: ptr(
    2,
    obj({
      recursiveReadOnlyMounts: ptr(1, bool(), "Whether it can mount read-only through and through."),
      userNamespaces: ptr(2, bool(), "Whether it can give pods a user namespace."),
    }),
    "What the handler can do.",
  ),
});

const daemonEndpoint = obj({
  Port: req(1, int32(), "Port number."),
});

/** What a node tells of itself. */
export const nodeStatus = obj({
  capacity: opt(1, map(quantity()), "What the node has in all, by resource."),
  allocatable: opt(2, map(quantity()), "What of it pods can use; as `capacity` if absent."),
  phase: opt(3, str(), "Not used any more."),
  conditions: opt(4, list(nodeCondition, { keys: ["type"], repeats: true }), "State of the node."),
  addresses: opt(
    5,
    list(nodeAddress, { keys: ["type"], repeats: true }),
    "Addresses under which the node is reached; several may be of one type.",
  ),
  daemonEndpoints: opt(
    6,
    obj({ kubeletEndpoint: opt(1, daemonEndpoint, "Where the kubelet listens.") }),
    "Ports of the node's daemons.",
  ),
  nodeInfo: opt(7, nodeSystemInfo, "Ids and versions of the machine and its software."),
  images: opt(8, list(containerImage), "Images that are on the node."),
  volumesInUse: opt(9, list(str()), "Volumes that the node uses."),
  volumesAttached: opt(10, list(attachedVolume), "Volumes that are attached to the node."),
  config: ptr(11, nodeConfigStatus, "State of dynamic configuration; not used any more."),
  runtimeHandlers: opt(12, list(nodeRuntimeHandler), "Ways in which the node can run containers."),
  features: ptr(
    13,
    obj({ supplementalGroupsPolicy: ptr(1, bool(), "Whether it honours a pod's policy on supplemental groups.") }),
    "What the node's container runtime can do.",
  ),
  declaredFeatures: opt(14, list(str()), "Features of Kubernetes that the node declares to have."),
});

export interface NodeStatus extends Infer<typeof nodeStatus> {}
