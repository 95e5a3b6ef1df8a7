import { systemClock } from "../../src/base/clock.ts";
import {
  createAuthority,
  issueServerCertificate,
  issueWorkloadCertificate,
} from "../../src/pki/certificate-authority.ts";
import type { KeyPair } from "../../src/pki/index.ts";
import type { KubeObject } from "../peers/kube-client.ts";

/** An authority outside of the mesh, and what it signs for sites. */
export class SiteCertificates {
  readonly #authority = createAuthority(systemClock);

  /** Its certificate, in PEM. */
  get authority(): string {
    return this.#authority.certificate;
  }

  /** A key pair for a site, another one each time. */
  issue(...names: readonly string[]): KeyPair {
    return issueServerCertificate(this.#authority, names, systemClock);
  }

  /** A key pair for who visits sites, good for an hour. */
  issueVisitor(uri: string): KeyPair {
    return issueWorkloadCertificate(this.#authority, uri, 3_600_000, systemClock);
  }
}

/** The Secret by which a gateway has a key pair, and an authority of its visitors if one is named. */
export function tlsSecret(name: string, { certificate, privateKey }: KeyPair, authority?: string): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, namespace: "default" },
    type: "kubernetes.io/tls",
    stringData: { "tls.crt": certificate, "tls.key": privateKey, ...(authority && { "ca.crt": authority }) },
  };
}
