import type { Authorities, Certificate } from "./credential.ts";
import type { SecretSnapshot } from "./secret-index.ts";
import { type ObjectReference, objectNames, parseSecretName } from "./secret-reference.ts";
import type { WorkloadIdentity } from "./workload-identity.ts";

/** Where secrets come from. */
export interface SecretOrigins {
  readonly objects: SecretSnapshot;
  /** The certificate of a workload of the mesh; absent where there is no authority that could issue it. */
  readonly certificateOf?: (identity: WorkloadIdentity) => Certificate;
  /** Absent where there is no authority. */
  readonly meshRoots?: Authorities;
  readonly systemRoots: Authorities;
}

/** What a name stands for: one or the other, never both. */
export type FoundSecret =
  | { readonly certificate: Certificate; readonly authorities?: never }
  | { readonly authorities: Authorities; readonly certificate?: never };

/**
 * What a workload is given under a name; undefined if there is no such secret, or if it is not the workload's to have,
 * which nobody can tell apart. This is the one place where that is decided: a workload has the secrets of its own
 * namespace, and a workload without a proven identity never comes here.
 */
export function findSecret(name: string, identity: WorkloadIdentity, origins: SecretOrigins): FoundSecret | undefined {
  const reference = parseSecretName(name, identity.namespace);
  switch (reference?.type) {
    case "own-certificate":
      return origins.certificateOf && { certificate: origins.certificateOf(identity) };
    case "mesh-roots":
      return origins.meshRoots && { authorities: origins.meshRoots };
    case "system-roots":
      return { authorities: origins.systemRoots };
    case "object":
      return reference.namespace === identity.namespace ? findInObject(reference, origins.objects) : undefined;
    default:
      return undefined;
  }
}

function findInObject(reference: ObjectReference, objects: SecretSnapshot): FoundSecret | undefined {
  const { kind, namespace, onlyAuthorities } = reference;
  const [credential] = objectNames(reference).flatMap((name) => objects.find(kind, namespace, name) ?? []);
  if (credential === undefined) return undefined;
  const { certificate, authorities, hasCertificate } = credential;
  if (!onlyAuthorities && hasCertificate) return certificate && { certificate };
  return authorities && { authorities };
}
