import {
  apiVersionOf,
  encodeBody,
  type GroupKind,
  groupOf,
  type KindCatalog,
  type KindDefinition,
  kubeProtobuf,
  type Resource,
  type ResourceKey,
  storedVersion,
  type TypedBody,
  versionOf,
} from "../api/index.ts";
import { isFault } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import type { DeleteOptions, ResourceList } from "../core/index.ts";
import { readAnswer, type WatchedEvents, watchEvents } from "./response-body.ts";
import { statusFault } from "./status-fault.ts";
import type { KubeRequest, KubeResponse, Transport } from "./transport.ts";

export interface KubeClientOptions {
  readonly transport: Transport;
  readonly kinds: () => KindCatalog;
  /** `protobuf` for the kinds that have it; the others are JSON at all times. Default: JSON. */
  readonly format?: "json" | "protobuf";
  /** Who is said to write, for managed fields and the server's log. */
  readonly userAgent: string;
  /** The version in which a kind's objects are asked for and sent. Default: the one that they are stored in. */
  readonly version?: (kind: KindDefinition) => string;
  /** Lists and watches tell metadata only, whatever else objects hold. Default: false. */
  readonly metadataOnly?: boolean;
}

/** Query parameters by name; those that are undefined are not sent. */
export type Query = { readonly [name: string]: string | number | boolean | undefined };

/** How a request changes an object. */
export interface PatchOptions {
  /** Only this part is written. Default: the object itself. */
  readonly subresource?: "status";
  readonly query?: Query;
}

/** Milliseconds without a byte after which an answer is given up; a watch has its own measure of silence. */
const silence = 30_000;
/** What a server sends where metadata is all that is asked for. */
const metadataForm = "as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

/**
 * Requests to a Kubernetes API server, in the shape of the store's port as far as one request does. What the server
 * refuses is a fault with the server's message.
 */
export class KubeClient {
  readonly #options: KubeClientOptions;

  constructor(options: KubeClientOptions) {
    this.#options = options;
  }

  kinds(): KindCatalog {
    return this.#options.kinds();
  }

  async get(key: ResourceKey): Promise<Resource | undefined> {
    const kind = this.kinds().get(key);
    try {
      const path = this.#pathOf(kind, key.namespace, key.name);
      return (await this.#ask(kind, { method: "GET", path })) as Resource;
    } catch (error) {
      if (isFault(error, "NotFound")) return undefined;
      throw error;
    }
  }

  /** One page of a list; `continue` is for the next one, and empty on the last. */
  async page(
    type: GroupKind,
    namespace: string,
    query: Query,
    signal?: AbortSignal,
  ): Promise<ResourceList & { readonly continue: string }> {
    const kind = this.kinds().get(type);
    const path = `${this.#pathOf(kind, namespace)}${queryText(query)}`;
    const form = this.#options.metadataOnly ? { accept: `application/json;${metadataForm.replace(";", "List;")}` } : {};
    const asked: PartialRequest = { method: "GET", path, headers: form, ...(signal && { signal }) };
    const { metadata, items } = await this.#ask(kind, asked);
    const meta = isObject(metadata) ? metadata : {};
    const apiVersion = apiVersionOf(kind.group, this.#versionOf(kind));
    const objects = (Array.isArray(items) ? items : []).map((item) => ({ apiVersion, kind: kind.kind, ...item }));
    return {
      items: objects as Resource[],
      resourceVersion: String(meta.resourceVersion ?? ""),
      continue: String(meta.continue ?? ""),
    };
  }

  create(resource: Resource, query: Query = {}): Promise<Resource> {
    const kind = this.#kindOf(resource);
    return this.#send(kind, "POST", this.#pathOf(kind, resource.metadata.namespace ?? "") + queryText(query), resource);
  }

  update(resource: Resource): Promise<Resource> {
    return this.#replace(resource, "");
  }

  updateStatus(resource: Resource): Promise<Resource> {
    return this.#replace(resource, "/status");
  }

  /** Merges JSON into an object: fields that are null go. */
  mergePatch(key: ResourceKey, patch: object, options: PatchOptions = {}): Promise<Resource> {
    return this.#patch(key, "application/merge-patch+json", patch, options);
  }

  /** Makes an object what `applied` says, as far as it says anything and this manager said more before. */
  apply(applied: Resource, manager: string, { query, ...options }: PatchOptions = {}): Promise<Resource> {
    const { namespace = "", name = "" } = applied.metadata;
    const key = { group: groupOf(applied.apiVersion), kind: applied.kind, namespace, name };
    const sent = this.#inVersion(this.#kindOf(applied), applied);
    const asked = { ...options, query: { ...query, fieldManager: manager, force: true } };
    return this.#patch(key, "application/apply-patch+yaml", sent, asked);
  }

  async delete(key: ResourceKey, { uid, resourceVersion, propagation, dryRun }: DeleteOptions = {}): Promise<void> {
    const kind = this.kinds().get(key);
    const preconditions = { ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) };
    const options = {
      apiVersion: "v1",
      kind: "DeleteOptions",
      ...(Object.keys(preconditions).length > 0 && { preconditions }),
      ...(propagation && { propagationPolicy: propagation }),
      ...(dryRun && { dryRun: ["All"] }),
    };
    const body = Buffer.from(JSON.stringify(options));
    const headers = { "content-type": "application/json" };
    await this.#ask(kind, { method: "DELETE", path: this.#pathOf(kind, key.namespace, key.name), body, headers });
  }

  /** The plurals of the kinds that the server has in a group's version; undefined where it does not have that version. */
  async resourcesOf(group: string, version: string): Promise<ReadonlySet<string> | undefined> {
    try {
      const { resources } = await this.#read({ method: "GET", path: rootOf(group, version) }, "application/json");
      const names = Array.isArray(resources) ? resources.filter(isObject).map(({ name }) => String(name)) : [];
      return new Set(names);
    } catch (error) {
      if (isFault(error, "NotFound")) return undefined;
      throw error;
    }
  }

  /** Opens a watch; its events come until the server ends it or `signal` does. A refusal is a fault. */
  async watch(type: GroupKind, namespace: string, query: Query, signal: AbortSignal): Promise<WatchedEvents> {
    const kind = this.kinds().get(type);
    const path = `${this.#pathOf(kind, namespace)}${queryText({ ...query, watch: true })}`;
    const accept = this.#options.metadataOnly ? `application/json;${metadataForm}` : this.#accept(kind);
    const response = await this.#open({ method: "GET", path, signal }, accept);
    return watchEvents(this.kinds(), response);
  }

  #replace(resource: Resource, subresource: string): Promise<Resource> {
    const kind = this.#kindOf(resource);
    const { namespace = "", name = "" } = resource.metadata;
    return this.#send(kind, "PUT", `${this.#pathOf(kind, namespace, name)}${subresource}`, resource);
  }

  async #patch(key: ResourceKey, type: string, patch: object, options: PatchOptions): Promise<Resource> {
    const kind = this.kinds().get(key);
    const subresource = options.subresource ? `/${options.subresource}` : "";
    const path = this.#pathOf(kind, key.namespace, key.name) + subresource + queryText(options.query ?? {});
    const body = Buffer.from(JSON.stringify(patch));
    return (await this.#ask(kind, { method: "PATCH", path, body, headers: { "content-type": type } })) as Resource;
  }

  async #send(kind: KindDefinition, method: "POST" | "PUT", path: string, resource: Resource): Promise<Resource> {
    const sent: TypedBody = this.#inVersion(kind, resource);
    const protobuf = this.#protobuf(kind) ? encodeBody(this.kinds(), sent) : undefined;
    const headers = { "content-type": protobuf ? kubeProtobuf : "application/json" };
    const bytes = protobuf ?? Buffer.from(JSON.stringify(sent));
    return (await this.#ask(kind, { method, path, body: bytes, headers })) as Resource;
  }

  #ask(kind: KindDefinition, request: PartialRequest): Promise<TypedBody> {
    return this.#read(request, request.headers?.["accept"] ?? this.#accept(kind));
  }

  async #read(request: PartialRequest, accept: string): Promise<TypedBody> {
    const response = await this.#open({ silence, ...request }, accept);
    const answer = await readAnswer(this.kinds(), response);
    if (!answer) throw statusFault(undefined, 502);
    return answer;
  }

  async #open(request: PartialRequest, accept: string): Promise<KubeResponse> {
    const headers = { "user-agent": this.#options.userAgent, ...request.headers, accept };
    const response = await this.#options.transport({ ...request, headers });
    if (response.status < 400) return response;
    const body = await readAnswer(this.kinds(), response).catch(() => undefined);
    throw statusFault(body, response.status, response.headers["retry-after"]);
  }

  #accept(kind: KindDefinition): string {
    return this.#protobuf(kind) ? `${kubeProtobuf}, application/json` : "application/json";
  }

  #protobuf(kind: KindDefinition): boolean {
    return this.#options.format === "protobuf" && kind.protobuf?.of === "object";
  }

  #kindOf(resource: Resource): KindDefinition {
    return this.kinds().get({ group: groupOf(resource.apiVersion), kind: resource.kind });
  }

  #versionOf(kind: KindDefinition): string {
    return this.#options.version?.(kind) ?? storedVersion(kind);
  }

  /** An object in the version in which the server is spoken to; one that is in another than the stored stays as it is. */
  #inVersion(kind: KindDefinition, resource: Resource): Resource {
    if (versionOf(resource.apiVersion) !== storedVersion(kind)) return resource;
    const version = kind.versions.find(({ name }) => name === this.#versionOf(kind));
    return version ? this.kinds().fromStored(resource, version) : resource;
  }

  /** Where a kind's objects are: all of them, a namespace's, or one. */
  #pathOf(kind: KindDefinition, namespace: string, name = ""): string {
    const scope = kind.namespaced && namespace !== "" ? `/namespaces/${encodeURIComponent(namespace)}` : "";
    const one = name === "" ? "" : `/${encodeURIComponent(name)}`;
    return `${rootOf(kind.group, this.#versionOf(kind))}${scope}/${kind.plural}${one}`;
  }
}

type PartialRequest = Omit<KubeRequest, "headers"> & { readonly headers?: KubeRequest["headers"] };

function rootOf(group: string, version: string): string {
  return group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
}

function queryText(query: Query): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") given.set(name, String(value));
  }
  return given.size === 0 ? "" : `?${given}`;
}
