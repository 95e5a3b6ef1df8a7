/** Who a workload is, as a certificate of the mesh proves it. */
export interface WorkloadIdentity {
  readonly trustDomain: string;
  readonly namespace: string;
  readonly serviceAccount: string;
}

/** Every part is a name: nothing that ends a part, and nothing that a matcher or a log would read as something else. */
const form = /^spiffe:\/\/([\w.-]+)\/ns\/([a-z0-9.-]+)\/sa\/([a-z0-9.-]+)$/;

/** Reads `spiffe://<trust domain>/ns/<namespace>/sa/<service account>`; undefined if it is anything else. */
export function parseIdentity(uri: string): WorkloadIdentity | undefined {
  const [, trustDomain = "", namespace = "", serviceAccount = ""] = form.exec(uri) ?? [];
  return trustDomain === "" ? undefined : { trustDomain, namespace, serviceAccount };
}

/** The SPIFFE form of an identity. */
export function formatIdentity({ trustDomain, namespace, serviceAccount }: WorkloadIdentity): string {
  return `spiffe://${trustDomain}/ns/${namespace}/sa/${serviceAccount}`;
}
