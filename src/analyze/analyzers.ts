import type { Analyzer } from "./analyzer.ts";
import { alphaAnnotations } from "./annotation/alpha-annotations.ts";
import { annotationPlacement } from "./annotation/annotation-placement.ts";
import { blockedKeyRanges } from "./authentication/blocked-key-ranges.ts";
import { authorizationPolicies } from "./authorization/authorization-policies.ts";
import { applicationUser } from "./deployment/application-user.ts";
import { serviceAssociation } from "./deployment/service-association.ts";
import { deprecatedFields } from "./deprecation/deprecated-fields.ts";
import { subsetWorkloads } from "./destination-rule/subset-workloads.ts";
import { unverifiedServers } from "./destination-rule/unverified-servers.ts";
import { patchOperations } from "./envoy-filter/patch-operations.ts";
import { conflictingGateways } from "./gateway/conflicting-gateways.ts";
import { duplicateCertificates } from "./gateway/duplicate-certificates.ts";
import { gatewayPorts } from "./gateway/gateway-ports.ts";
import { gatewaySecrets } from "./gateway/gateway-secrets.ts";
import { automaticImages } from "./injection/automatic-images.ts";
import { namespaceInjection } from "./injection/namespace-injection.ts";
import { proxyImages } from "./injection/proxy-images.ts";
import { gatewayApiVersion } from "./kube-gateway/gateway-api-version.ts";
import { policySelectors } from "./kube-gateway/policy-selectors.ts";
import { inconsistentServices } from "./multicluster/inconsistent-services.ts";
import { meshNetworks } from "./multicluster/mesh-networks.ts";
import { schemaValidation } from "./schema/schema-validation.ts";
import { portNames } from "./service/port-names.ts";
import { statusConditions } from "./service/status-conditions.ts";
import { conflictingProtocols } from "./service-entry/conflicting-protocols.ts";
import { missingAddresses } from "./service-entry/missing-addresses.ts";
import { sidecarSelectors } from "./sidecar/sidecar-selectors.ts";
import { lightstepProviders, telemetryProviders } from "./telemetry/telemetry-providers.ts";
import { telemetryDefaults, telemetrySelectors } from "./telemetry/telemetry-selectors.ts";
import { claimRoutes } from "./virtual-service/claim-routes.ts";
import { conflictingMeshHosts } from "./virtual-service/conflicting-mesh-hosts.ts";
import { destinationHosts } from "./virtual-service/destination-hosts.ts";
import { destinationSubsets } from "./virtual-service/destination-subsets.ts";
import { gatewayBindings } from "./virtual-service/gateway-bindings.ts";
import { externalControlPlane } from "./webhook/external-control-plane.ts";
import { injectionWebhooks } from "./webhook/injection-webhooks.ts";

/** Every analyzer, sorted by name: the order decides nothing. */
export const allAnalyzers: readonly Analyzer[] = [
  annotationPlacement,
  blockedKeyRanges,
  authorizationPolicies,
  statusConditions,
  applicationUser,
  serviceAssociation,
  deprecatedFields,
  unverifiedServers,
  subsetWorkloads,
  patchOperations,
  externalControlPlane,
  duplicateCertificates,
  conflictingGateways,
  gatewayPorts,
  gatewaySecrets,
  namespaceInjection,
  proxyImages,
  automaticImages,
  gatewayApiVersion,
  policySelectors,
  alphaAnnotations,
  meshNetworks,
  inconsistentServices,
  schemaValidation,
  portNames,
  conflictingProtocols,
  missingAddresses,
  sidecarSelectors,
  telemetryDefaults,
  lightstepProviders,
  telemetryProviders,
  telemetrySelectors,
  conflictingMeshHosts,
  destinationHosts,
  destinationSubsets,
  gatewayBindings,
  claimRoutes,
  injectionWebhooks,
];

/** Those that run unless others are asked for. */
export const defaultAnalyzers: readonly Analyzer[] = allAnalyzers.filter(({ optional }) => !optional);
