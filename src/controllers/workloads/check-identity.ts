import type { WorkloadEntry } from "../../api/index.ts";
import { FairwayError } from "../../base/fault.ts";

/** Who a proxy is, as its certificate proved it. */
export interface ProvenIdentity {
  readonly namespace: string;
  readonly serviceAccount: string;
}

/** Refuses, by a Forbidden fault, a proxy that is not of the entry's namespace and service account. */
export function checkIdentity(identity: ProvenIdentity | undefined, { metadata, spec }: WorkloadEntry): void {
  const { namespace = "", name = "" } = metadata;
  const what = `WorkloadEntry ${namespace}/${name}`;
  if (!identity) {
    throw new FairwayError(
      "Forbidden",
      `${what} is for a proxy with a certificate of the mesh: use the address with TLS`,
    );
  }
  if (identity.namespace !== namespace) {
    throw new FairwayError("Forbidden", `${what} is not for a proxy of namespace '${identity.namespace}'`);
  }
  const { serviceAccount = "" } = spec;
  if (serviceAccount === "" || serviceAccount === identity.serviceAccount) return;
  throw new FairwayError(
    "Forbidden",
    `${what} is for service account '${serviceAccount}', not for '${identity.serviceAccount}'`,
  );
}
