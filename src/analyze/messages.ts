import type { Severity } from "../api/index.ts";

/** What is known of a finding's code. */
export interface AnalysisMessage {
  /** Istio's name of it. */
  readonly type: string;
  readonly severity: Severity;
  /** What is wrong, in a few words. */
  readonly title: string;
  /** What to do about it. */
  readonly remedy: string;
}

const of =
  (severity: Severity) =>
  (type: string, title: string, remedy: string): AnalysisMessage => ({ type, severity, title, remedy });
const error = of("error");
const warning = of("warning");
const info = of("info");

/** Every finding of analysis, by Istio's code for it. Severities are Istio's too. */
export const analysisMessages = {
  IST0002: warning("Deprecated", "Something deprecated is used", "Use what the message names instead."),
  IST0101: error("ReferencedResourceNotFound", "A reference leads nowhere", "Create what it names, or correct it."),
  IST0102: info("NamespaceNotInjected", "The namespace does not say whether it is in the mesh", "Label it either way."),
  IST0103: warning("PodMissingProxy", "A pod of an injected namespace has no proxy", "Restart the pod's workload."),
  IST0106: error("SchemaValidationError", "The object is invalid", "Mend what the message names."),
  IST0107: warning("MisplacedAnnotation", "The annotation has no effect on this kind", "Move it to the right object."),
  IST0108: warning("UnknownAnnotation", "Istio has no such annotation", "Remove it, or correct its name."),
  IST0109: error(
    "ConflictingMeshGatewayVirtualServiceHosts",
    "Several virtual services of the mesh claim a host",
    "Merge them, or narrow their `exportTo`.",
  ),
  IST0110: error("ConflictingSidecarWorkloadSelectors", "Several sidecars select a workload", "Keep one for each."),
  IST0111: error(
    "MultipleSidecarsWithoutWorkloadSelectors",
    "Several sidecars are their namespace's default",
    "Keep one without a selector.",
  ),
  IST0112: error(
    "VirtualServiceDestinationPortSelectorRequired",
    "The destination has several ports, and the route names none",
    "Set `port.number`.",
  ),
  IST0116: warning(
    "DeploymentAssociatedToMultipleServices",
    "Services of one workload disagree about a port's protocol",
    "Give the port the same protocol in all of them.",
  ),
  IST0118: info(
    "PortNameIsNotUnderNamingConvention",
    "The port does not tell its protocol",
    "Begin its name with one, such as `http-`, or set `appProtocol`.",
  ),
  IST0123: warning("NamespaceMultipleInjectionLabels", "Labels of the namespace contradict each other", "Keep one."),
  IST0125: warning("InvalidAnnotation", "The annotation's value is malformed", "Write it in the named form."),
  IST0126: error("UnknownMeshNetworksServiceRegistry", "The network names an unknown cluster", "Add its secret."),
  IST0127: warning("NoMatchingWorkloadsFound", "The policy selects no workload", "Correct its selector, or remove it."),
  IST0128: warning(
    "NoServerCertificateVerificationDestinationLevel",
    "The server's certificate is not verified",
    "Set `caCertificates`.",
  ),
  IST0129: warning(
    "NoServerCertificateVerificationPortLevel",
    "The server's certificate is not verified on a port",
    "Set `caCertificates`.",
  ),
  IST0130: warning("VirtualServiceUnreachableRule", "The route is never reached", "Move it up, or remove it."),
  IST0131: info("VirtualServiceIneffectiveMatch", "The match is never reached", "Move it up, or remove it."),
  IST0132: warning("VirtualServiceHostNotFoundInGateway", "The gateway serves none of the hosts", "Add one to it."),
  IST0133: warning("SchemaWarning", "The object is valid, yet hardly as meant", "Follow the message."),
  IST0134: warning("ServiceEntryAddressesRequired", "A TCP port has no address", "Set `addresses`."),
  IST0135: info("DeprecatedAnnotation", "The annotation is deprecated", "Use what the message names instead."),
  IST0136: info("AlphaAnnotation", "The annotation is an alpha feature", "Do not build on it in production."),
  IST0137: warning(
    "DeploymentConflictingPorts",
    "Services of one workload reach a port of it by different ports",
    "Use one port for each target port.",
  ),
  IST0138: warning("GatewayDuplicateCertificate", "Gateways share a certificate", "Put its hosts into one gateway."),
  IST0139: error("InvalidWebhook", "The injection webhook cannot work", "Follow the message."),
  IST0140: warning(
    "IngressRouteRulesNotAffected",
    "Subsets of another virtual service do not apply at the gateway",
    "Set the subset in this virtual service too.",
  ),
  IST0144: warning("InvalidApplicationUID", "The application runs as the proxy's user", "Use another user id."),
  IST0145: error("ConflictingGateways", "Gateways of one workload claim the same port and host", "Merge them."),
  IST0146: warning(
    "ImageAutoWithoutInjectionWarning",
    "No webhook fills in the proxy's image",
    "Label it for injection.",
  ),
  IST0147: error("ImageAutoWithoutInjectionError", "The pod's proxy has no image", "Create it through injection."),
  IST0148: info("NamespaceInjectionEnabledByDefault", "The namespace is injected by default", "Label it to be plain."),
  IST0149: error(
    "JwtClaimBasedRoutingWithoutRequestAuthN",
    "Routes look at a token that nothing validates",
    "Add a RequestAuthentication for the gateway.",
  ),
  IST0150: warning(
    "ExternalNameServiceTypeInvalidPortName",
    "The port of an ExternalName service takes more traffic than meant",
    "Name it after its protocol, not `tcp`.",
  ),
  IST0151: warning(
    "EnvoyFilterUsesRelativeOperation",
    "A relative patch has no priority",
    "Set `priority`, or use ADD or INSERT_FIRST.",
  ),
  IST0152: error(
    "EnvoyFilterUsesReplaceOperationIncorrectly",
    "REPLACE cannot be used here",
    "Use it on filters only.",
  ),
  IST0153: error(
    "EnvoyFilterUsesAddOperationIncorrectly",
    "ADD is ignored here",
    "Use MERGE, or patch a virtual host.",
  ),
  IST0154: error(
    "EnvoyFilterUsesRemoveOperationIncorrectly",
    "REMOVE is ignored here",
    "Patch a virtual host instead.",
  ),
  IST0155: warning(
    "EnvoyFilterUsesRelativeOperationWithProxyVersion",
    "A relative patch depends on one for a proxy's version",
    "Set `priority`, or use ADD or INSERT_FIRST.",
  ),
  IST0157: warning("InvalidTelemetryProvider", "Access logging names no provider", "Set `providers`."),
  IST0158: warning(
    "PodsIstioProxyImageMismatchInNamespace",
    "Proxies run another image than is injected",
    "Restart the pods' workloads.",
  ),
  IST0159: error(
    "ConflictingTelemetryWorkloadSelectors",
    "Several telemetries select a workload",
    "Keep one for each.",
  ),
  IST0160: error(
    "MultipleTelemetriesWithoutWorkloadSelectors",
    "Several telemetries are their namespace's default",
    "Keep one without a selector.",
  ),
  IST0161: error("InvalidGatewayCredential", "The secret holds no usable key pair", "Put certificate and key into it."),
  IST0162: warning(
    "GatewayPortNotDefinedOnService",
    "No service leads to the gateway's port",
    "Add it to the service.",
  ),
  IST0163: warning(
    "InvalidExternalControlPlaneConfig",
    "The webhook's URL is unusable",
    "Name the control plane's host.",
  ),
  IST0164: info("ExternalControlPlaneAddressIsNotAHostname", "The webhook's URL has an address", "Use a host name."),
  IST0165: warning(
    "ReferencedInternalGateway",
    "The gateway is made by Istio itself",
    "Name the Gateway it comes from.",
  ),
  IST0166: warning("IneffectiveSelector", "Selectors do not reach Kubernetes gateways", "Use `targetRefs`."),
  IST0167: warning("IneffectivePolicy", "The sidecar has no effect in ambient mode", "Remove it."),
  IST0170: warning(
    "MultiClusterInconsistentService",
    "Clusters define a service differently",
    "Make its type and ports the same everywhere.",
  ),
  IST0171: warning("NegativeConditionStatus", "The object's status tells of a fault", "Look into the named reason."),
  IST0173: error("DestinationRuleSubsetNotSelectPods", "The subset selects no workload", "Correct its labels."),
  IST0174: warning("UnknownDestinationRuleHost", "The rule's host is no known service", "Correct the host."),
  IST0175: warning("JwksUriFetchUnrestricted", "Keys are fetched from any address", "Block internal address ranges."),
  IST0176: warning("GatewayAPICRDVersionBelowMinimum", "The Gateway API is too old", "Upgrade its definitions."),
  IST0177: warning(
    "ConflictingServiceEntryProtocol",
    "Service entries disagree about a port's protocol",
    "Give the port the same protocol in all of them.",
  ),
} as const satisfies Record<string, AnalysisMessage>;

export type AnalysisCode = keyof typeof analysisMessages;
