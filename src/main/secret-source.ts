import { rootCertificates } from "node:tls";
import { formatKey, type Resource, type ResourceKey } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import type { FairwayError } from "../base/fault.ts";
import { WeakValueMap } from "../base/weak-value-map.ts";
import type { ResourceStore } from "../core/index.ts";
import { ResourceSet, type Wanted, type XdsResource, xdsResource, xdsTypes } from "../deliver/index.ts";
import { type Authority, rootsOf } from "../pki/index.ts";
import { followStore, type StoreFollower } from "../registry/index.ts";
import {
  type FoundSecret,
  findSecret,
  formatIdentity,
  SecretIndex,
  type SecretOrigins,
  type SecretProblem,
  secretKinds,
  WorkloadCertificates,
  type WorkloadIdentity,
} from "../secrets/index.ts";
import type { EnvoyCodec } from "../translate/index.ts";
import { envoySecret } from "./envoy-secret.ts";

export interface SecretSourceOptions {
  readonly store: ResourceStore;
  /** Signs the certificates of workloads; its roots are what the mesh trusts. */
  readonly authority: Authority;
  readonly codec: EnvoyCodec;
  /** Told once of each object that somebody asked for and that cannot be used. */
  readonly report: (problem: SecretProblem) => void;
  /** Told of faults of the store. */
  readonly fault?: (fault: FairwayError) => void;
  readonly clock?: Clock;
}

/** The secrets that proxies are to have, from the store and from the mesh's authority. */
export class SecretSource {
  readonly #index: SecretIndex;
  readonly #certificates: WorkloadCertificates;
  readonly #origins: Omit<SecretOrigins, "objects">;
  readonly #encode: (name: string, found: FoundSecret) => XdsResource;
  readonly #handlers = new Set<(keys: ReadonlySet<string>) => void>();
  #follower: StoreFollower | undefined;

  private constructor({ authority, codec, report, clock }: SecretSourceOptions) {
    this.#index = new SecretIndex(report);
    this.#certificates = new WorkloadCertificates({
      authority,
      ...(clock && { clock }),
      due: () => this.#tell(new Set()),
    });
    this.#origins = {
      certificateOf: (identity) => this.#certificates.certificateOf(identity),
      meshRoots: { certificates: rootsOf(authority) },
      systemRoots: { certificates: rootCertificates.join("\n") },
    };
    this.#encode = memoByContent((name, found) => {
      const message = codec.encode("envoy.extensions.transport_sockets.tls.v3.Secret", envoySecret(name, found));
      return xdsResource(xdsTypes.secret, name, message);
    });
  }

  /** Resolves when all objects were read once. */
  static async open(options: SecretSourceOptions): Promise<SecretSource> {
    const source = new SecretSource(options);
    const { store, fault, clock } = options;
    source.#follower = await followStore({
      store,
      kinds: secretKinds,
      apply: (changes) => {
        const keys = source.#index.apply(changes);
        if (keys.length > 0) source.#tell(new Set(keys.map(formatKey)));
      },
      ...(fault && { fault }),
      ...(clock && { clock }),
    });
    return source;
  }

  /** An object as it was read last; undefined if it was not there, or is of a kind that is not read. */
  known(key: ResourceKey): Resource | undefined {
    return this.#follower?.known(key);
  }

  /** Runs `handler` when secrets changed, with the keys of their objects, if it was objects; the result ends that. */
  onChange(handler: (keys: ReadonlySet<string>) => void): () => void {
    this.#handlers.add(handler);
    return () => void this.#handlers.delete(handler);
  }

  /** All secrets as they are now. Sets that did not change since `before` are the same. */
  version(before?: SecretVersion): SecretVersion {
    return new SecretVersion({ ...this.#origins, objects: this.#index.snapshot }, this.#encode, before);
  }

  async close(): Promise<void> {
    this.#certificates.close();
    await this.#follower?.close();
  }

  #tell(keys: ReadonlySet<string>): void {
    for (const handler of this.#handlers) handler(keys);
  }
}

/** All secrets at one moment. */
export class SecretVersion {
  readonly #origins: SecretOrigins;
  readonly #encode: (name: string, found: FoundSecret) => XdsResource;
  /** Each for as long as a client has it. */
  readonly #sets = new WeakValueMap<string, ResourceSet>();
  readonly #before: WeakValueMap<string, ResourceSet>;

  constructor(
    origins: SecretOrigins,
    encode: (name: string, found: FoundSecret) => XdsResource,
    before: SecretVersion | undefined,
  ) {
    this.#origins = origins;
    this.#encode = encode;
    this.#before = before?.sets ?? new WeakValueMap();
  }

  get sets(): WeakValueMap<string, ResourceSet> {
    return this.#sets;
  }

  /** What a workload is given of what it wants. Secrets are given by name only: who wants everything gets nothing. */
  resources(identity: WorkloadIdentity | undefined, wanted: Wanted): ResourceSet {
    if (identity === undefined || wanted === "all") return nothing;
    // Who asks is a part of what is remembered: an answer made for one must never reach another.
    const id = [formatIdentity(identity), ...[...wanted].sort()].join("\n");
    const known = this.#sets.get(id);
    if (known) return known;
    const resources = [...wanted].flatMap((name) => {
      const found = findSecret(name, identity, this.#origins);
      return found ? this.#encode(name, found) : [];
    });
    const made = ResourceSet.of(xdsTypes.secret, resources);
    const before = this.#before.get(id);
    const set = before && before.version === made.version ? before : made;
    this.#sets.set(id, set);
    return set;
  }
}

const nothing = ResourceSet.empty(xdsTypes.secret);

/** Encodes each content once under each name, for as long as somebody has the content. */
function memoByContent(
  encode: (name: string, found: FoundSecret) => XdsResource,
): (name: string, found: FoundSecret) => XdsResource {
  const known = new WeakMap<object, Map<string, XdsResource>>();
  return (name, found) => {
    const content = found.certificate ?? found.authorities;
    const byName = known.get(content) ?? new Map<string, XdsResource>();
    known.set(content, byName);
    const resource = byName.get(name) ?? encode(name, found);
    byName.set(name, resource);
    return resource;
  };
}
