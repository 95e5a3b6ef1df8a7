import { applyConfiguration, type KindCatalog, prune, type Resource } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import type { ResourceStore } from "../core/index.ts";
import type { User } from "./access.ts";
import { applyConflict } from "./apply-conflict.ts";
import { ownersAfter, ownersBefore, startingOwners, withOwners } from "./kept-owners.ts";
import type { View } from "./view.ts";
import type { RequestedWrite } from "./write-options.ts";
import { warningsOf } from "./write-warnings.ts";

/** How often a write is tried again when others come between reading and writing. */
const attempts = 8;

/** Refuses, by a fault, what a user may not write although the verb is allowed; `old` is what is to be replaced. */
export type WriteGuard = (user: User, resource: Resource, old?: Resource) => Promise<void>;

/** What writes need. */
export interface WriterParts {
  readonly store: ResourceStore;
  readonly kinds: () => KindCatalog;
  readonly clock: Clock;
  readonly guard: WriteGuard;
}

/** A write by somebody. */
export interface WriteRequest {
  readonly view: View;
  readonly user: User;
  readonly write: RequestedWrite;
}

/** What became of a write. */
export interface Written {
  readonly resource: Resource;
  readonly warnings: readonly string[];
  /** The object was not there before. */
  readonly created: boolean;
}

/**
 * Writes objects that came in over HTTP: checks them, keeps the record of who owns which field, and repeats what was
 * computed from a state that is no longer the newest, unless the client asked for that very state.
 */
export class ObjectWriter {
  readonly #parts: WriterParts;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  async create(request: WriteRequest, body: unknown): Promise<Written> {
    const input = request.view.matching(body);
    if (input.metadata.resourceVersion) {
      throw new FairwayError("BadRequest", "an object to be created must not have a metadata.resourceVersion");
    }
    return this.#create(request, input, startingOwners(input));
  }

  /** Puts an object in the place of the stored one. */
  async replace(request: WriteRequest, body: unknown): Promise<Written> {
    const pinned = (request.view.matching(body).metadata.resourceVersion ?? "") !== "";
    return this.#again(pinned, async () => this.#replace(request, await this.stored(request.view), body));
  }

  /** Changes the stored object by a function of its newest state. */
  async change(request: WriteRequest, next: (current: Resource) => unknown): Promise<Written> {
    const { view } = request;
    let pinned = false;
    return this.#again(
      () => pinned,
      async () => {
        const current = await this.stored(view);
        const body = view.matching(next(view.show(current)));
        pinned = body.metadata.resourceVersion !== current.metadata.resourceVersion;
        return this.#replace(request, current, body);
      },
    );
  }

  /** Server-side apply; makes the object where there is none. */
  async apply(request: WriteRequest, body: unknown): Promise<Written> {
    const { view } = request;
    const input = view.matching(body);
    if (input.metadata.managedFields) throw new FairwayError("BadRequest", "metadata.managedFields must be left out");
    const { value, unknown } = prune(view.schema, input);
    const config = value as Resource;
    const warned = warningsOf(view, request.write, { problems: [], unknown });
    const pinned = Boolean(config.metadata.resourceVersion);
    const written = await this.#again(pinned, async () => {
      const current = await this.#parts.store.get(view.key);
      if (!current && view.target.subresource !== "") throw view.notFound();
      return this.#apply(request, config, current);
    });
    return { ...written, warnings: [...new Set([...warned, ...written.warnings])] };
  }

  /** The stored object; none is a NotFound fault. */
  async stored(view: View): Promise<Resource> {
    const found = await this.#parts.store.get(view.key);
    if (!found) throw view.notFound();
    return found;
  }

  async #apply(request: WriteRequest, config: Resource, current: Resource | undefined): Promise<Written> {
    const { view, write } = request;
    const { resourceVersion, uid } = config.metadata;
    const stale = (wanted: string | undefined, found: string | undefined) => wanted && wanted !== found;
    if (stale(uid, current?.metadata.uid) || stale(resourceVersion, current?.metadata.resourceVersion)) {
      throw view.conflict("the object is not in the state that was read before: read it again");
    }
    const { name, namespace } = config.metadata;
    const bare = { apiVersion: config.apiVersion, kind: config.kind, metadata: { name, namespace } };
    const live = current ? view.show(current) : bare;
    const tracked = this.#tracked(request, "Apply");
    const owners = current ? ownersBefore(tracked, live) : [];
    const applied = applyConfiguration({ ...tracked, force: write.force }, live, config, owners);
    if (applied.conflicts.length > 0) throw applyConflict(applied.conflicts);
    const next = withOwners(applied.resource, applied.owners);
    return current ? this.#store(request, current, next) : this.#create(request, next, undefined);
  }

  async #create(
    request: WriteRequest,
    input: Resource,
    owners: ReturnType<typeof startingOwners> | undefined,
  ): Promise<Written> {
    const { view, user, write } = request;
    const admitted = view.admit(input);
    const warnings = warningsOf(view, write, admitted);
    await this.#parts.guard(user, admitted.resource);
    const resource = owners
      ? ownersAfter(this.#tracked(request, "Update"), undefined, admitted.resource, owners)
      : admitted.resource;
    const { store, kinds } = this.#parts;
    const created = await store.create(kinds().toStored(resource), write).catch((error) => {
      throw view.fault(error, resource.metadata.name ?? "");
    });
    return { resource: created, warnings, created: true };
  }

  async #replace(request: WriteRequest, current: Resource, body: unknown): Promise<Written> {
    const { view } = request;
    const live = view.show(current);
    const given = view.matching(body);
    // All but the status stays as it is, whatever was sent along: only what can change is judged.
    const input = view.scope === "status" ? { ...live, metadata: given.metadata, status: given.status } : given;
    const admitted = view.admit(input, live);
    const warnings = warningsOf(view, request.write, admitted);
    const owned = ownersAfter(this.#tracked(request, "Update"), live, admitted.resource, startingOwners(input, live));
    return { ...(await this.#put(request, current, owned)), warnings };
  }

  async #store(request: WriteRequest, current: Resource, next: Resource): Promise<Written> {
    const admitted = request.view.admit(next, request.view.show(current));
    const warnings = warningsOf(request.view, request.write, admitted);
    return { ...(await this.#put(request, current, admitted.resource)), warnings };
  }

  async #put(
    { view, user, write }: WriteRequest,
    current: Resource,
    next: Resource,
  ): Promise<Omit<Written, "warnings">> {
    const { store, kinds, guard } = this.#parts;
    await guard(user, next, current);
    const resourceVersion = next.metadata.resourceVersion || current.metadata.resourceVersion;
    const input = kinds().toStored({ ...next, metadata: { ...next.metadata, resourceVersion } });
    const status = view.target.subresource === "status";
    const written = await (status ? store.updateStatus(input, write) : store.update(input, write)).catch((error) => {
      throw view.fault(error);
    });
    return { resource: written, created: false };
  }

  #tracked({ view, write }: WriteRequest, operation: "Apply" | "Update") {
    const { apiVersion, schema, target, scope } = view;
    const writer = { manager: write.manager, operation, apiVersion, subresource: target.subresource };
    const time = `${new Date(this.#parts.clock.now()).toISOString().slice(0, 19)}Z`;
    return { schema, writer, scope, time } as const;
  }

  /** Repeats a write that lost a race, unless the client named the version it is for. */
  async #again<T>(pinned: boolean | (() => boolean), write: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write();
      } catch (error) {
        const final = typeof pinned === "function" ? pinned() : pinned;
        const lost = isFault(error, "Conflict", "AlreadyExists") && !error.details.causes;
        if (final || attempt === attempts || !lost) throw error;
      }
    }
  }
}
