import { apiVersionOf, type KindDefinition, type Resource, type ResourceKey, storedVersion } from "../../api/index.ts";
import { isFault } from "../../base/fault.ts";
import { jsonEqual } from "../../base/json.ts";
import type { DeleteOptions, WriteOptions } from "../../core/index.ts";
import type { KubeClient, Query } from "../../kube/index.ts";
import { frozenCopy } from "../frozen-copy.ts";
import { checkPrecondition, notFound } from "../object-faults.ts";
import { mergePatchOf } from "./merge-patch-of.ts";
import { storeFault } from "./server-faults.ts";
import { writtenParts } from "./written-parts.ts";

/** How often a write that names no version is tried anew when another one came first. */
const attempts = 10;

type Client = Pick<KubeClient, "create" | "mergePatch" | "apply" | "delete">;

/** An object that is there, and how it is read again from the server itself. */
export interface WriteBase {
  /** As its readers know it, or the server has it. */
  readonly known: (fresh: boolean) => Promise<Resource | undefined>;
  readonly kind: KindDefinition;
  readonly key: ResourceKey;
}

/**
 * Writes of the store's port as requests to a server. An update is sent as what it changes and the version that it was
 * made from: fields that are not known here, of a server that is newer, stay as they are.
 */
export class KubeWriter {
  readonly #client: Client;
  /** Under this name the server remembers who wrote a field. */
  readonly #manager: string;

  constructor(client: Client, manager: string) {
    this.#client = client;
    this.#manager = manager;
  }

  create(kind: KindDefinition, key: ResourceKey, resource: Resource, options: WriteOptions): Promise<Resource> {
    const { apiVersion, kind: word } = resource;
    const body = { apiVersion, kind: word, ...writtenParts(kind, resource) } as Resource;
    return this.#client.create(body, this.#query(options)).catch((error: unknown) => {
      throw storeFault(kind, key, error);
    });
  }

  /** Undefined: nothing was to be changed. */
  update(base: WriteBase, input: Resource, options: WriteOptions): Promise<Resource | undefined> {
    const wanted = writtenParts(base.kind, input);
    return this.#repeated(base, input, (current) => {
      const patch = mergePatchOf(writtenParts(base.kind, current), wanted);
      if (!patch) return undefined;
      const { resourceVersion } = current.metadata;
      const metadata = { ...(patch["metadata"] as object | undefined), resourceVersion };
      return this.#client.mergePatch(base.key, { ...patch, metadata }, { query: this.#query(options) });
    });
  }

  /** As `update`; the status is applied, so that others may own other fields of it. */
  updateStatus(base: WriteBase, input: Resource, options: WriteOptions): Promise<Resource | undefined> {
    const status = input.status === undefined ? undefined : frozenCopy(input.status, "status");
    return this.#repeated(base, input, (current) => {
      if (jsonEqual(current.status, status)) return undefined;
      const { resourceVersion } = current.metadata;
      if (!base.kind.statusSubresource) {
        const patch = { metadata: { resourceVersion }, status: status ?? null };
        return this.#client.mergePatch(base.key, patch, { query: this.#query(options) });
      }
      const { namespace, name } = base.key;
      const applied: Resource = {
        apiVersion: apiVersionOf(base.kind.group, storedVersion(base.kind)),
        kind: base.kind.kind,
        metadata: { name, ...(namespace && { namespace }), ...(resourceVersion && { resourceVersion }) },
        ...(status !== undefined && { status }),
      };
      return this.#client.apply(applied, this.#manager, { subresource: "status", query: dryRunQuery(options) });
    });
  }

  /** Undefined: nothing was to be changed. */
  async patch(base: WriteBase, original: Resource, changed: Resource): Promise<Resource | undefined> {
    const { kind, key } = base;
    const { uid } = original.metadata;
    const send = (patch: object, subresource?: "status") => {
      const options = { query: this.#query({}), ...(subresource && { subresource }) };
      return this.#client.mergePatch(key, patch, options).catch(async (error: unknown) => {
        // That the object is not the one that was meant is told in different ways.
        const doubtful = isFault(error, "Conflict", "Invalid");
        const replaced = doubtful && uid && (await base.known(true))?.metadata.uid !== uid;
        throw replaced ? notFound(key) : storeFault(kind, key, error);
      });
    };
    const content = mergePatchOf(writtenParts(kind, original), writtenParts(kind, changed));
    const metadata = { ...(content?.["metadata"] as object | undefined), ...(uid && { uid }) };
    const written = content && (await send({ ...content, metadata }));
    const status = kind.statusSubresource && mergePatchOf({ s: original.status }, { s: changed.status });
    if (!status) return written;
    return send({ metadata: uid ? { uid } : {}, status: status["s"] }, "status");
  }

  async delete({ kind, key, known }: WriteBase, options: DeleteOptions): Promise<void> {
    await this.#client.delete(key, options).catch(async (error: unknown) => {
      const current = isFault(error, "Conflict") ? await known(true) : undefined;
      if (current) checkPrecondition(current, options, "delete");
      throw storeFault(kind, key, error);
    });
  }

  /** Writes onto the version that the input names; where it names none, onto whichever is the newest. */
  async #repeated(
    { kind, key, known }: WriteBase,
    { metadata }: Resource,
    write: (current: Resource) => Promise<Resource> | undefined,
  ): Promise<Resource | undefined> {
    for (let attempt = 1; ; attempt++) {
      const near = await known(attempt > 1);
      const stale = metadata.resourceVersion && near?.metadata.resourceVersion !== metadata.resourceVersion;
      // That there is none is the server's to say: it may have come a moment ago.
      const current = !near || stale ? await known(true) : near;
      if (!current) throw notFound(key);
      checkPrecondition(current, metadata, "update");
      try {
        return await write(current);
      } catch (error) {
        const again = isFault(error, "Conflict") && attempt < attempts;
        if (!again) throw storeFault(kind, key, error);
      }
    }
  }

  #query(options: WriteOptions): Query {
    return { fieldManager: this.#manager, ...dryRunQuery(options) };
  }
}

function dryRunQuery({ dryRun }: WriteOptions): Query {
  return dryRun ? { dryRun: "All" } : {};
}
