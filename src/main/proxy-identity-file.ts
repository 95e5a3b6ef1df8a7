import { join } from "node:path";
import { type Clock, systemClock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { writeFileAtomically } from "../base/write-file.ts";
import { type Authority, issueWorkloadCertificate } from "../pki/index.ts";
import { formatIdentity, parseIdentity, type WorkloadIdentity } from "../secrets/index.ts";
import { envoySecret } from "./envoy-secret.ts";
import { identitySecret } from "./proxy-bootstrap.ts";

export interface IdentityFileOptions {
  readonly authority: Authority;
  readonly identity: WorkloadIdentity;
  /** Milliseconds for which the certificate is good. */
  readonly lifetime: number;
  /** Directory in which the file is. */
  readonly dir: string;
  readonly clock?: Clock;
}

/**
 * Issues a certificate for an identity and writes it with its key to a file that Envoy reads, for its owner's eyes only.
 * Written again, the file is replaced as a whole, and Envoy takes the new one. Returns its path.
 */
export async function writeIdentityFile(options: IdentityFileOptions): Promise<string> {
  const { authority, identity, lifetime, dir, clock = systemClock } = options;
  const uri = formatIdentity(identity);
  if (!parseIdentity(uri)) {
    throw new FairwayError("Settings", `trust domain, namespace and service account must be plain names: '${uri}'`);
  }
  const pair = issueWorkloadCertificate(authority, uri, lifetime, clock);
  const certificate = { chain: pair.certificate, privateKey: pair.privateKey };
  const type = "type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.Secret";
  const resources = [{ "@type": type, ...envoySecret(identitySecret, { certificate }) }];
  const path = join(dir, "identity.json");
  await writeFileAtomically(path, `${JSON.stringify({ resources }, null, 2)}\n`, 0o600);
  return path;
}
