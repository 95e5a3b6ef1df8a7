import type { KindCatalog, Resource } from "../api/index.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import type { ResourceHistory, ResourceStore } from "../core/index.ts";
import type { ResourceAttempt } from "./access.ts";
import { readAny } from "./body-reader.ts";
import { deleteOptions } from "./delete-options.ts";
import { type Exchange, mediaType, sendBody } from "./exchange.ts";
import { checkReached, listPage } from "./list-page.ts";
import { readObject, readOptions } from "./object-body.ts";
import { ObjectWriter, type WriteGuard, type Written } from "./object-writer.ts";
import { applyTypes, readPatch } from "./patch-body.ts";
import { ReadApi } from "./read-api.ts";
import { listOf } from "./representation.ts";
import { requestSelector } from "./selector.ts";
import { sendList } from "./send-list.ts";
import type { ResourceTarget } from "./target.ts";
import { View } from "./view.ts";
import { addWarnings } from "./warning-headers.ts";
import type { WatchTimes } from "./watch.ts";
import { requestedWrite } from "./write-options.ts";

/** What resources are served from. */
export interface ResourceApiParts {
  readonly store: ResourceStore;
  /** Absent: lists and their pages are only to be had as they are now. */
  readonly history?: ResourceHistory | undefined;
  readonly kinds: () => KindCatalog;
  readonly times: WatchTimes;
  readonly guard: WriteGuard;
}

/** The resources under `/api` and `/apis`: create, get, list, watch, update, patch, apply and delete. */
export class ResourceApi {
  readonly #parts: ResourceApiParts;
  readonly #writer: ObjectWriter;
  readonly #reads: ReadApi;

  constructor(parts: ResourceApiParts) {
    this.#parts = parts;
    this.#reads = new ReadApi(parts);
    this.#writer = new ObjectWriter({ ...parts, clock: parts.times.clock });
  }

  /** What a request attempts, for the decision whether it may. */
  attempt(method: string, target: ResourceTarget, watching: boolean): ResourceAttempt {
    const { group, plural, subresource, namespace, name } = target;
    const one = name !== "";
    const verbs: { readonly [method: string]: string } = {
      GET: one ? "get" : watching ? "watch" : "list",
      HEAD: one ? "get" : "list",
      POST: "create",
      PUT: "update",
      PATCH: "patch",
      DELETE: one ? "delete" : "deletecollection",
    };
    return { verb: verbs[method] ?? method.toLowerCase(), group, resource: plural, subresource, namespace, name };
  }

  async handle(exchange: Exchange, target: ResourceTarget): Promise<void> {
    const view = new View(this.#parts.kinds(), target);
    if (target.subresource !== "" && !(target.subresource === "status" && view.kind.statusSubresource)) {
      throw new FairwayError("NotFound", `${view.kind.plural} have no subresource '${target.subresource}'`);
    }
    if (view.version.deprecation) addWarnings(exchange, [view.version.deprecation]);
    const action = `${exchange.method} ${target.subresource || (target.name === "" ? "collection" : "object")}`;
    switch (action) {
      case "GET collection":
      case "HEAD collection":
        return this.#reads.list(exchange, view);
      case "GET object":
      case "HEAD object":
      case "GET status":
        return this.#get(exchange, view);
      case "POST collection":
        return this.#create(exchange, view);
      case "PUT object":
      case "PUT status":
        return this.#update(exchange, view);
      case "PATCH object":
      case "PATCH status":
        return this.#patch(exchange, view);
      case "DELETE object":
        return this.#delete(exchange, view);
      case "DELETE collection":
        return this.#deleteAll(exchange, view);
      default:
        throw new FairwayError("MethodNotAllowed", `${exchange.method} is not supported on ${exchange.path}`);
    }
  }

  async #get(exchange: Exchange, view: View): Promise<void> {
    const version = exchange.query.get("resourceVersion");
    if (version) {
      const { store } = this.#parts;
      checkReached(version, (await store.list(view.type, view.target.namespace)).resourceVersion);
    }
    return this.#reads.answer(exchange, view, 200, await this.#writer.stored(view));
  }

  async #create(exchange: Exchange, view: View): Promise<void> {
    const options = requestedWrite(exchange, false);
    const { value, repeated } = await readObject(exchange, view.kind);
    const write = { ...options, repeated };
    return this.#written(exchange, view, await this.#writer.create({ view, user: exchange.user, write }, value));
  }

  async #update(exchange: Exchange, view: View): Promise<void> {
    const options = requestedWrite(exchange, false);
    const { value, repeated } = await readObject(exchange, view.kind);
    const write = { ...options, repeated };
    return this.#written(exchange, view, await this.#writer.replace({ view, user: exchange.user, write }, value));
  }

  async #patch(exchange: Exchange, view: View): Promise<void> {
    const type = mediaType(exchange);
    const applying = applyTypes.has(type);
    const options = requestedWrite(exchange, applying);
    const { value, repeated } = await readAny(exchange);
    const request = { view, user: exchange.user, write: { ...options, repeated } };
    const written = applying
      ? await this.#writer.apply(request, value)
      : await this.#writer.change(request, readPatch(type, value, view));
    return this.#written(exchange, view, written);
  }

  async #delete(exchange: Exchange, view: View): Promise<void> {
    const options = deleteOptions(await readOptions(exchange), exchange.query);
    const { store } = this.#parts;
    const deleted = await store.delete(view.key, options).catch((error) => {
      throw view.fault(error);
    });
    const held = deleted.metadata.finalizers !== undefined || view.kind.heldBack?.(deleted);
    const waits = held && deleted.metadata.deletionTimestamp !== undefined;
    if (waits) return this.#reads.answer(exchange, view, 200, deleted);
    const { name, group, kind } = view.details();
    const details = { name, ...(group !== "" && { group }), kind, uid: deleted.metadata.uid };
    return sendBody(exchange, 200, { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details });
  }

  /** Deletes what the request selects, one after the other; what goes meanwhile by itself is no fault. */
  async #deleteAll(exchange: Exchange, view: View): Promise<void> {
    const options = deleteOptions(await readOptions(exchange), exchange.query);
    const selected = requestSelector(exchange.query, view.kind);
    const { items, meta } = await listPage(this.#parts, view, exchange.query, selected);
    const deleted: Resource[] = [];
    for (const { metadata } of items) {
      const key = { ...view.key, namespace: metadata.namespace ?? "", name: metadata.name ?? "" };
      try {
        deleted.push(view.show(await this.#parts.store.delete(key, options)));
      } catch (error) {
        if (!isFault(error, "NotFound")) throw error;
      }
    }
    return sendList(exchange, listOf(exchange, view, deleted, meta, this.#now()));
  }

  #written(exchange: Exchange, view: View, { resource, warnings, created }: Written): Promise<void> {
    addWarnings(exchange, warnings);
    return this.#reads.answer(exchange, view, created ? 201 : 200, resource);
  }

  #now(): number {
    return this.#parts.times.clock.now();
  }
}
