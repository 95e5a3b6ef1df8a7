import type { MeshConfig } from "../api/index.ts";
import type { Dialect } from "../core/index.ts";
import type { SdsSecretConfig } from "../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import { outboundCluster } from "./names.ts";
import { controlPlaneSecret, meshRoots, servedSecret, workloadCertificate, workloadSecret } from "./sds-secret.ts";

/** Who serves secrets besides the control plane. */
export interface SecretSources {
  /** Of the proxy: it says who serves the workload's own secrets. */
  readonly dialect: Dialect;
  /** By the provider's name, the cluster through which it is asked. */
  readonly providers: ReadonlyMap<string, string>;
  /** A socket beside the proxy serves the secrets of no known provider. */
  readonly socket: boolean;
}

/**
 * Which part of a credential is wanted: the certificate with its key, the authorities beside it by which clients are
 * verified, or the authorities of a credential that is named for nothing else.
 */
export type CredentialPart = "certificate" | "authority" | "only-authority";

const providerPrefix = "sds://";
const ownPrefix = "builtin://";
const invalidPrefix = "invalid://";
const authoritySuffix = "-cacert";

/** The providers of secrets that the mesh knows. */
export function secretProviders(config: MeshConfig): SecretSources["providers"] {
  return new Map(
    (config.extensionProviders ?? []).flatMap(({ sds }): [string, string][] => {
      if (!sds?.name || !sds.service) return [];
      const hostname = sds.service.slice(sds.service.indexOf("/") + 1);
      return [[sds.name, outboundCluster(sds.port ?? 0, "", hostname)]];
    }),
  );
}

/** Where Envoy gets a credential that a gateway's server names; `<name>-cacert` has its authorities. */
export function credentialSecret(credential: string, part: CredentialPart, sources: SecretSources): SdsSecretConfig {
  if (credential.startsWith(ownPrefix)) {
    return workloadSecret(part === "certificate" ? workloadCertificate : meshRoots, sources.dialect);
  }
  if (credential.startsWith(invalidPrefix)) return controlPlaneSecret(invalidPrefix);
  const name = part === "authority" ? withSuffix(credential) : credential;
  if (credential.startsWith(providerPrefix)) {
    const cluster = sources.providers.get(credential.slice(providerPrefix.length));
    if (cluster !== undefined) return servedSecret(name.slice(providerPrefix.length), cluster);
    if (sources.socket) return servedSecret(name, "sds-external");
    // A name that nobody serves: the connection is refused, as it must be without a certificate.
    return controlPlaneSecret(invalidPrefix);
  }
  const typed = ["kubernetes://", "kubernetes-gateway://", "configmap://"].some((type) => name.startsWith(type));
  return controlPlaneSecret(typed ? name : `kubernetes://${name}`);
}

/** Whether a credential names a provider that the mesh does not have. */
export function lacksProvider(credential: string, { providers, socket }: SecretSources): boolean {
  return credential.startsWith(providerPrefix) && !socket && !providers.has(credential.slice(providerPrefix.length));
}

function withSuffix(name: string): string {
  return name.endsWith(authoritySuffix) ? name : name + authoritySuffix;
}
