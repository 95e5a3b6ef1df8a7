import {
  applyMergePatch,
  applyStrategicPatch,
  formatPath,
  type KindCatalog,
  type Problem,
  type Resource,
} from "../api/index.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import type { Propagation, ResourceStore } from "../core/index.ts";
import type { Attempt } from "./access.ts";
import { type Exchange, header, mediaType, readJson, sendJson } from "./exchange.ts";
import { readObject } from "./object-body.ts";
import { requestSelector } from "./selector.ts";
import { table, wantsTable } from "./table.ts";
import type { ResourceTarget } from "./target.ts";
import { View } from "./view.ts";
import { serveWatch, type WatchTimes } from "./watch.ts";

/** How often a patch is tried again when other writers come between reading and writing. */
const patchAttempts = 8;

/** The resources under `/api` and `/apis`: create, get, list, watch, update, patch and delete. */
export class ResourceApi {
  readonly #store: ResourceStore;
  readonly #kinds: () => KindCatalog;
  readonly #times: WatchTimes;

  constructor(store: ResourceStore, kinds: () => KindCatalog, times: WatchTimes) {
    this.#store = store;
    this.#kinds = kinds;
    this.#times = times;
  }

  /** What a request attempts, for the decision whether it may. */
  attempt(method: string, target: ResourceTarget, watching: boolean): Attempt {
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
    const view = new View(this.#kinds(), target);
    if (target.subresource !== "" && !(target.subresource === "status" && view.kind.statusSubresource)) {
      throw new FairwayError("NotFound", `${view.kind.plural} have no subresource '${target.subresource}'`);
    }
    const action = `${exchange.method} ${target.name === "" ? "collection" : "object"}`;
    switch (action) {
      case "GET collection":
      case "HEAD collection":
        return this.#list(exchange, view);
      case "GET object":
      case "HEAD object":
        return this.#get(exchange, view);
      case "POST collection":
        return this.#create(exchange, view);
      case "PUT object":
        return this.#update(exchange, view);
      case "PATCH object":
        return this.#patch(exchange, view);
      case "DELETE object":
        return this.#delete(exchange, view);
      default:
        throw new FairwayError("MethodNotAllowed", `${exchange.method} is not supported on ${exchange.path}`);
    }
  }

  async #list(exchange: Exchange, view: View): Promise<void> {
    const selected = requestSelector(exchange.query);
    if (/^(1|true)$/i.test(exchange.query.get("watch") ?? "")) {
      return serveWatch(exchange, view, this.#store, selected, this.#times);
    }
    const { items, resourceVersion } = await this.#store.list(view.type, view.target.namespace);
    const shown = items.map((item) => view.show(item)).filter(selected);
    if (wantsTable(header(exchange, "accept"))) {
      return sendJson(exchange, 200, this.#table(exchange, view, shown, resourceVersion));
    }
    const list = {
      kind: `${view.kind.kind}List`,
      apiVersion: view.apiVersion,
      metadata: { resourceVersion },
      items: shown,
    };
    return sendJson(exchange, 200, list);
  }

  async #get(exchange: Exchange, view: View): Promise<void> {
    const found = await this.#store.get(view.key);
    if (!found) throw this.#notFound(view);
    return this.#answer(exchange, view, 200, found);
  }

  async #create(exchange: Exchange, view: View): Promise<void> {
    const admitted = view.admit(await readObject(exchange, view.kind));
    const warnings = this.#warnings(exchange, admitted);
    const created = await this.#store.create(this.#kinds().toStored(admitted.resource));
    return this.#answer(exchange, view, 201, created, warnings);
  }

  async #update(exchange: Exchange, view: View): Promise<void> {
    const { resource, warnings } = await this.#prepare(exchange, view, await readObject(exchange, view.kind));
    return this.#answer(exchange, view, 200, await this.#write(view, resource), warnings);
  }

  async #patch(exchange: Exchange, view: View): Promise<void> {
    const apply = patchFor(mediaType(exchange), view);
    const patch = await readJson(exchange);
    if (!isObject(patch)) throw new FairwayError("BadRequest", "the patch must be an object");
    for (let attempt = 1; ; attempt++) {
      const current = await this.#store.get(view.key);
      if (!current) throw this.#notFound(view);
      const { resource, warnings } = await this.#prepare(exchange, view, apply(view.show(current), patch));
      try {
        return this.#answer(exchange, view, 200, await this.#write(view, resource), warnings);
      } catch (error) {
        const pinned = isObject(patch.metadata) && patch.metadata.resourceVersion !== undefined;
        if (pinned || attempt === patchAttempts || !isFault(error, "Conflict")) throw error;
      }
    }
  }

  /** Admits an object that is to replace the stored one, and checks what may change. */
  async #prepare(exchange: Exchange, view: View, body: unknown): Promise<{ resource: Resource; warnings: string[] }> {
    const stored = await this.#store.get(view.key);
    if (!stored) throw this.#notFound(view);
    const admitted = view.admit(body, view.show(stored));
    return { resource: this.#kinds().toStored(admitted.resource), warnings: this.#warnings(exchange, admitted) };
  }

  #write(view: View, resource: Resource): Promise<Resource> {
    return view.target.subresource === "status" ? this.#store.updateStatus(resource) : this.#store.update(resource);
  }

  async #delete(exchange: Exchange, view: View): Promise<void> {
    const body = await readJson(exchange);
    const options = isObject(body) ? body : {};
    const preconditions = isObject(options.preconditions) ? options.preconditions : {};
    const propagation = options.propagationPolicy ?? exchange.query.get("propagationPolicy") ?? undefined;
    const deleted = await this.#store.delete(view.key, {
      resourceVersion: text(preconditions.resourceVersion),
      uid: text(preconditions.uid),
      propagation: isPropagation(propagation) ? propagation : undefined,
    });
    if (deleted.metadata.deletionTimestamp !== undefined && (await this.#store.get(view.key))) {
      return this.#answer(exchange, view, 200, deleted);
    }
    const { group, plural } = view.kind;
    const details = { name: view.target.name, group, kind: plural, uid: deleted.metadata.uid };
    return sendJson(exchange, 200, { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details });
  }

  /** Sends an object as the client wants it. */
  #answer(exchange: Exchange, view: View, code: number, resource: Resource, warnings: string[] = []): Promise<void> {
    const shown = view.show(resource);
    const headers = warnings.length > 0 ? { warning: warnings } : {};
    if (!wantsTable(header(exchange, "accept"))) return sendJson(exchange, code, shown, headers);
    const body = this.#table(exchange, view, [shown], resource.metadata.resourceVersion);
    return sendJson(exchange, code, body, headers);
  }

  #table(exchange: Exchange, view: View, items: readonly Resource[], resourceVersion: string | undefined): object {
    const includeObject = exchange.query.get("includeObject");
    return table(view.kind, items, { now: this.#times.clock.now(), includeObject, resourceVersion });
  }

  /** Warning headers for what is accepted but doubtful; with fieldValidation=Strict unknown fields are refused. */
  #warnings(exchange: Exchange, admitted: { problems: readonly Problem[]; unknown: readonly Problem[] }): string[] {
    const mode = exchange.query.get("fieldValidation") ?? "Warn";
    const unknown = admitted.unknown.map((p) => `unknown field "${formatPath(p.path)}"`);
    if (mode === "Strict" && unknown.length > 0) {
      throw new FairwayError("BadRequest", `strict decoding error: ${unknown.join(", ")}`);
    }
    const said = admitted.problems.map((p) => `${formatPath(p.path)}: ${p.message}`);
    return [...said, ...(mode === "Warn" ? unknown : [])].map((line) => `299 - ${JSON.stringify(line)}`);
  }

  #notFound(view: View): FairwayError {
    const { name } = view.target;
    const { group, plural } = view.kind;
    const full = group === "" ? plural : `${plural}.${group}`;
    return new FairwayError("NotFound", `${full} "${name}" not found`, { details: { name, group, kind: plural } });
  }
}

type ApplyPatch = (current: Resource, patch: { readonly [key: string]: unknown }) => unknown;

function patchFor(type: string, view: View): ApplyPatch {
  if (type === "application/merge-patch+json") return applyMergePatch;
  if (type === "application/strategic-merge-patch+json" && view.strategicPatch) {
    return (current, patch) => applyStrategicPatch(view.schema, current, patch);
  }
  throw new FairwayError("UnsupportedMediaType", `patches of type '${type}' are not supported for ${view.kind.kind}`);
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function isPropagation(value: unknown): value is Propagation {
  return value === "Background" || value === "Foreground" || value === "Orphan";
}
