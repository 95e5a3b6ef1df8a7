import { isCidr, isPort } from "../checks/address.ts";
import { areLabels } from "../checks/names.ts";
import { isLabelKey } from "../meta/label-selector.ts";
import { bool, choice, int32, intOrString, list, map, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Check, Infer, InferFields } from "../schema/schema.ts";
import { isRoutableIp } from "./endpoint-address.ts";
import { isPortReference, isServicePortName } from "./port-name.ts";
import { protocol } from "./protocol.ts";

const isTargetPort: Check<number | string> = (value, report) => {
  // Kubernetes takes 0 and the empty text for an absent field.
  if (value !== 0 && value !== "") isPortReference(value, report);
};

/** A port that a Service offers. */
export const servicePort = obj({
  name: opt(
    1,
    str({ emptyIsAbsent: true, checks: [isServicePortName] }),
    "Name of the port, unique in the Service; needed when there are several ports.",
  ),
  protocol: opt(2, protocol, "Transport protocol: 'TCP' (the default), 'UDP' or 'SCTP'.", { default: "TCP" }),
  appProtocol: ptr(
    6,
    str({ checks: [isLabelKey] }),
    "Application protocol for proxies, such as 'http' or 'kubernetes.io/h2c'; goes before what the name hints at.",
  ),
  port: req(3, int32({ checks: [isPort] }), "Port number under which clients reach the Service."),
  targetPort: opt(
    4,
    intOrString({ checks: [isTargetPort] }),
    "Port of the pods: a number, or the name of a container port; by default the same number as `port`.",
  ),
  nodePort: opt(
    5,
    int32({ zeroIsAbsent: true, checks: [isPort] }),
    "Port opened on every node, with the types 'NodePort' and 'LoadBalancer'; allocated if absent or 0.",
  ),
});

const clientIpConfig = obj({
  timeoutSeconds: ptr(
    1,
    int32({ min: 1, max: 86400 }),
    "Seconds for which a client stays with its endpoint; default 10800.",
  ),
});

const sessionAffinityConfig = obj({
  clientIP: ptr(1, clientIpConfig, "Settings of affinity by client address."),
});

const ipFamily = choice(["IPv4", "IPv6"]);

const isSourceRange: Check<string> = (text, report) => isCidr(text.trim(), report);

/** The fields of a Service's spec; `serviceSpec` adds the rules across them. */
export const serviceSpecFields = {
  ports: opt(1, list(servicePort, { keys: ["port", "protocol"] }), "Ports that the Service offers."),
  selector: opt(
    2,
    map(str(), { atomic: true, checks: [areLabels] }),
    "Labels of the pods behind the Service; without one, endpoints are kept by hand.",
  ),
  clusterIP: opt(
    3,
    str({ emptyIsAbsent: true }),
    "Virtual address of the Service; allocated if absent, 'None' for a headless Service; cannot change.",
  ),
  clusterIPs: opt(
    18,
    list(str(), { maxItems: 2 }),
    "All virtual addresses, one per IP family; the first is `clusterIP`.",
  ),
  type: opt(
    4,
    choice(["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"], { emptyIsAbsent: true }),
    "How the Service is reached: 'ClusterIP' (the default), 'NodePort', 'LoadBalancer' or 'ExternalName'.",
    { default: "ClusterIP" },
  ),
  externalIPs: opt(
    5,
    list(str({ checks: [isRoutableIp] })),
    "Further addresses whose traffic the nodes take for this Service; nothing allocates or announces them.",
  ),
  sessionAffinity: opt(
    7,
    choice(["None", "ClientIP"], { emptyIsAbsent: true }),
    "'ClientIP' keeps a client with one endpoint; 'None' is the default.",
    { default: "None" },
  ),
  loadBalancerIP: opt(
    8,
    str({ emptyIsAbsent: true }),
    "Address wanted of the load balancer; many providers ignore it.",
  ),
  loadBalancerSourceRanges: opt(
    9,
    list(str({ checks: [isSourceRange] })),
    "Client address ranges that the load balancer lets in; all if absent.",
  ),
  externalName: opt(
    10,
    str({ emptyIsAbsent: true }),
    "DNS name to which a Service of type 'ExternalName' is an alias.",
  ),
  externalTrafficPolicy: opt(
    11,
    choice(["Cluster", "Local"], { emptyIsAbsent: true }),
    "Whether traffic from outside goes to all endpoints ('Cluster') or those of the node it came to ('Local').",
  ),
  healthCheckNodePort: opt(
    12,
    int32({ zeroIsAbsent: true, checks: [isPort] }),
    "Node port where load balancers ask for local endpoints; only with type 'LoadBalancer' and 'Local' traffic.",
  ),
  publishNotReadyAddresses: opt(13, bool(), "Whether DNS and endpoints list pods that are not ready; default false."),
  sessionAffinityConfig: ptr(14, sessionAffinityConfig, "Settings of session affinity."),
  ipFamilies: opt(
    19,
    list(ipFamily, { listType: "atomic", maxItems: 2 }),
    "IP families of the Service, the main one first; the main one cannot change.",
  ),
  ipFamilyPolicy: ptr(
    17,
    choice(["SingleStack", "PreferDualStack", "RequireDualStack"], { emptyIsAbsent: true }),
    "Whether the Service has one IP family or two: 'SingleStack' (the default), 'PreferDualStack' or 'RequireDualStack'.",
  ),
  allocateLoadBalancerNodePorts: ptr(
    20,
    bool(),
    "Whether a Service of type 'LoadBalancer' gets node ports too; default true.",
  ),
  loadBalancerClass: ptr(
    21,
    str({ checks: [isLabelKey] }),
    "Which load balancer implementation serves the Service; the cluster's default if absent.",
  ),
  internalTrafficPolicy: ptr(
    22,
    choice(["Cluster", "Local"]),
    "Whether traffic from pods goes to all endpoints ('Cluster', the default) or those of the same node ('Local').",
  ),
  trafficDistribution: ptr(
    23,
    choice(["PreferClose", "PreferSameZone", "PreferSameNode"]),
    "Which endpoints are preferred: those of the same zone or the same node; none if absent.",
  ),
  topologyKeys: opt(
    0,
    list(str(), { maxItems: 16 }),
    "Node labels whose values client and endpoint must share, tried in order; kept for objects of old clusters.",
    { deprecated: "use `trafficDistribution`, or a ServiceGrid" },
  ),
};

export interface ServicePort extends Infer<typeof servicePort> {}
export interface ServiceSpec extends InferFields<typeof serviceSpecFields> {}
