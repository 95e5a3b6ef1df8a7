import type { Service } from "../core/index.ts";
import { type AddressClaim, AddressPool, addressesOfNumber, numberOfAddress } from "./address-pool.ts";
import { mergeParts } from "./merge-parts.ts";
import type { OriginPart } from "./origin.ts";
import { keepEndpoints } from "./same-service.ts";
import { serviceKey } from "./service-key.ts";
import type { SnapshotDraft } from "./snapshot-draft.ts";

/** What objects say of services, joined to one service for each host and namespace, with addresses where one is asked for. */
export class ServiceTable {
  readonly #keysOfOrigin = new Map<string, readonly string[]>();
  readonly #parts = new Map<string, Map<string, OriginPart>>();
  readonly #pool = new AddressPool();

  /** Replaces all that an object says; returns the keys of the services that it spoke or speaks of. */
  setParts(origin: string, parts: readonly OriginPart[]): readonly string[] {
    const before = this.#keysOfOrigin.get(origin) ?? [];
    const after = parts.map(({ service }) => serviceKey(service));
    for (const key of before) if (!after.includes(key)) this.#remove(key, origin);
    for (const part of parts) this.#put(serviceKey(part.service), origin, part);
    if (after.length === 0) this.#keysOfOrigin.delete(origin);
    else this.#keysOfOrigin.set(origin, after);
    return [...new Set([...before, ...after])];
  }

  /** Puts services into a draft: those named, and others whose addresses change with theirs. */
  publish(keys: ReadonlySet<string>, cluster: string, draft: SnapshotDraft): void {
    const merged = new Map([...keys].map((key) => [key, this.#merge(key)]));
    const claims = new Map([...merged].map(([key, part]) => [key, part && claimOf(part)]));
    for (const key of this.#pool.change(claims)) if (!merged.has(key)) merged.set(key, this.#merge(key));
    for (const [key, part] of merged) {
      const service = part && this.#withAddresses(key, part);
      draft.setService(key, service, part && new Map([[cluster, part.endpoints]]));
    }
  }

  #put(key: string, origin: string, part: OriginPart): void {
    const parts = this.#parts.get(key);
    if (parts === undefined) {
      this.#parts.set(key, new Map([[origin, part]]));
      return;
    }
    const old = parts.get(origin);
    parts.set(origin, old ? { ...part, endpoints: keepEndpoints(old.endpoints, part.endpoints) } : part);
  }

  #remove(key: string, origin: string): void {
    const parts = this.#parts.get(key);
    parts?.delete(origin);
    if (parts?.size === 0) this.#parts.delete(key);
  }

  #merge(key: string): OriginPart | undefined {
    return mergeParts([...(this.#parts.get(key)?.values() ?? [])]);
  }

  #withAddresses(key: string, { service, allocated }: OriginPart): Service {
    if (service.addresses.length > 0) return service;
    if (allocated.length > 0) return { ...service, allocatedAddresses: allocated };
    const number = this.#pool.numberOf(key);
    return number === undefined ? service : { ...service, allocatedAddresses: addressesOfNumber(number) };
  }
}

/** A number that the status already gives is claimed too, so that nobody else gets it. */
function claimOf({ service, allocated, allocate }: OriginPart): AddressClaim | undefined {
  const { created, addresses } = service;
  if (addresses.length > 0) return undefined;
  const fixed = allocated.map(numberOfAddress).find((number) => number !== undefined);
  if (fixed !== undefined) return { created, fixed };
  return allocate && allocated.length === 0 ? { created } : undefined;
}
