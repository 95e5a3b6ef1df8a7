import { type Clock, systemClock } from "../base/clock.ts";
import { type Authority, issueWorkloadCertificate } from "../pki/index.ts";
import type { Certificate } from "./credential.ts";
import { formatIdentity, type WorkloadIdentity } from "./workload-identity.ts";

export interface WorkloadCertificatesOptions {
  readonly authority: Authority;
  /** Milliseconds for which a certificate is good. Default: 24 h. */
  readonly lifetime?: number;
  /** Told when certificates are due that somebody asked for: asked again, they are new ones. */
  readonly due: () => void;
  readonly clock?: Clock;
}

const day = 24 * 60 * 60 * 1000;

/** The part of its life after which a certificate is replaced: there is time left for many attempts. */
const replacedAfter = 0.45;

interface Issued {
  readonly certificate: Certificate;
  /** On the clock that never goes back. */
  readonly replaceAt: number;
}

/**
 * The certificates of workloads, issued when they are first asked for and replaced long before they run out. One identity
 * has one certificate at a time, so that a proxy that connects again has it already.
 */
export class WorkloadCertificates {
  readonly #options: WorkloadCertificatesOptions;
  readonly #lifetime: number;
  readonly #clock: Clock;
  readonly #issued = new Map<string, Issued>();
  #cancel: (() => void) | undefined;

  constructor(options: WorkloadCertificatesOptions) {
    this.#options = options;
    this.#lifetime = options.lifetime ?? day;
    this.#clock = options.clock ?? systemClock;
  }

  /** The workload's present certificate. */
  certificateOf(identity: WorkloadIdentity): Certificate {
    const uri = formatIdentity(identity);
    const known = this.#issued.get(uri);
    if (known) return known.certificate;
    const { authority } = this.#options;
    const pair = issueWorkloadCertificate(authority, uri, this.#lifetime, this.#clock);
    const certificate = { chain: pair.certificate, privateKey: pair.privateKey };
    const replaceAt = this.#clock.monotonic() + this.#lifetime * replacedAfter;
    this.#issued.set(uri, { certificate, replaceAt });
    this.#cancel ??= this.#clock.after(this.#lifetime * replacedAfter, () => this.#replace());
    return certificate;
  }

  close(): void {
    this.#cancel?.();
  }

  /** Forgets what is due: who still needs one asks for it. Others are gone, and so is theirs. */
  #replace(): void {
    const now = this.#clock.monotonic();
    const due = [...this.#issued].filter(([, { replaceAt }]) => replaceAt <= now);
    for (const [uri] of due) this.#issued.delete(uri);
    // Those that are left are in the order in which they were issued.
    const [next] = this.#issued.values();
    this.#cancel = next && this.#clock.after(next.replaceAt - now, () => this.#replace());
    if (due.length > 0) this.#options.due();
  }
}
