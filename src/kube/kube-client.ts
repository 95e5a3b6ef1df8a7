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
} from "../api/index.ts";
import { isFault } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import type { DeleteOptions, ResourceList } from "../core/index.ts";
import { type RawWatchEvent, readAnswer, watchEvents } from "./response-body.ts";
import { statusFault } from "./status-fault.ts";
import type { KubeRequest, KubeResponse, Transport } from "./transport.ts";

export interface KubeClientOptions {
  readonly transport: Transport;
  readonly kinds: () => KindCatalog;
  /** `protobuf` for the kinds that have it; the others are JSON at all times. Default: JSON. */
  readonly format?: "json" | "protobuf";
  /** Who is said to write, for managed fields and the server's log. */
  readonly userAgent: string;
}

/** Query parameters by name; those that are undefined are not sent. */
export type Query = { readonly [name: string]: string | number | boolean | undefined };

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
      return (await this.#ask(kind, { method: "GET", path: pathOf(kind, key.namespace, key.name) })) as Resource;
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
    const path = `${pathOf(kind, namespace)}${queryText(query)}`;
    const { metadata, items } = await this.#ask(kind, { method: "GET", path, ...(signal && { signal }) });
    const meta = isObject(metadata) ? metadata : {};
    const apiVersion = apiVersionOf(kind.group, storedVersion(kind));
    const objects = (Array.isArray(items) ? items : []).map((item) => ({ apiVersion, kind: kind.kind, ...item }));
    return {
      items: objects as Resource[],
      resourceVersion: String(meta.resourceVersion ?? ""),
      continue: String(meta.continue ?? ""),
    };
  }

  create(resource: Resource): Promise<Resource> {
    const kind = this.#kindOf(resource);
    return this.#send(kind, "POST", pathOf(kind, resource.metadata.namespace ?? ""), resource);
  }

  update(resource: Resource): Promise<Resource> {
    return this.#replace(resource, "");
  }

  updateStatus(resource: Resource): Promise<Resource> {
    return this.#replace(resource, "/status");
  }

  /** Merges JSON into an object: fields that are null go. */
  async mergePatch(key: ResourceKey, patch: object): Promise<Resource> {
    const kind = this.kinds().get(key);
    const path = pathOf(kind, key.namespace, key.name);
    const body = Buffer.from(JSON.stringify(patch));
    const headers = { "content-type": "application/merge-patch+json" };
    return (await this.#ask(kind, { method: "PATCH", path, body, headers })) as Resource;
  }

  async delete(key: ResourceKey, { uid, resourceVersion, propagation }: DeleteOptions = {}): Promise<void> {
    const kind = this.kinds().get(key);
    const preconditions = { ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) };
    const options = {
      apiVersion: "v1",
      kind: "DeleteOptions",
      ...(Object.keys(preconditions).length > 0 && { preconditions }),
      ...(propagation && { propagationPolicy: propagation }),
    };
    const body = Buffer.from(JSON.stringify(options));
    const headers = { "content-type": "application/json" };
    await this.#ask(kind, { method: "DELETE", path: pathOf(kind, key.namespace, key.name), body, headers });
  }

  /** Opens a watch; its events come until the server ends it or `signal` does. A refusal is a fault. */
  async watch(
    type: GroupKind,
    namespace: string,
    query: Query,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<RawWatchEvent>> {
    const kind = this.kinds().get(type);
    const path = `${pathOf(kind, namespace)}${queryText({ ...query, watch: true })}`;
    const response = await this.#open(kind, { method: "GET", path, signal });
    return watchEvents(this.kinds(), response);
  }

  #replace(resource: Resource, subresource: string): Promise<Resource> {
    const kind = this.#kindOf(resource);
    const { namespace = "", name = "" } = resource.metadata;
    return this.#send(kind, "PUT", `${pathOf(kind, namespace, name)}${subresource}`, resource);
  }

  async #send(kind: KindDefinition, method: "POST" | "PUT", path: string, body: TypedBody): Promise<Resource> {
    const protobuf = this.#protobuf(kind) ? encodeBody(this.kinds(), body) : undefined;
    const headers = { "content-type": protobuf ? kubeProtobuf : "application/json" };
    const bytes = protobuf ?? Buffer.from(JSON.stringify(body));
    return (await this.#ask(kind, { method, path, body: bytes, headers })) as Resource;
  }

  async #ask(kind: KindDefinition, request: PartialRequest): Promise<TypedBody> {
    const response = await this.#open(kind, request);
    const answer = await readAnswer(this.kinds(), response);
    if (!answer) throw statusFault(undefined, 502);
    return answer;
  }

  async #open(kind: KindDefinition, request: PartialRequest): Promise<KubeResponse> {
    const accept = this.#protobuf(kind) ? `${kubeProtobuf}, application/json` : "application/json";
    const headers = { accept, "user-agent": this.#options.userAgent, ...request.headers };
    const response = await this.#options.transport({ ...request, headers });
    if (response.status < 400) return response;
    const body = await readAnswer(this.kinds(), response).catch(() => undefined);
    throw statusFault(body, response.status, response.headers["retry-after"]);
  }

  #protobuf(kind: KindDefinition): boolean {
    return this.#options.format === "protobuf" && kind.protobuf?.of === "object";
  }

  #kindOf(resource: Resource): KindDefinition {
    return this.kinds().get({ group: groupOf(resource.apiVersion), kind: resource.kind });
  }
}

type PartialRequest = Omit<KubeRequest, "headers"> & { readonly headers?: KubeRequest["headers"] };

/** Where a kind's objects are: all of them, a namespace's, or one. */
function pathOf(kind: KindDefinition, namespace: string, name = ""): string {
  const root = kind.group === "" ? "/api" : `/apis/${kind.group}`;
  const scope = kind.namespaced && namespace !== "" ? `/namespaces/${encodeURIComponent(namespace)}` : "";
  const one = name === "" ? "" : `/${encodeURIComponent(name)}`;
  return `${root}/${storedVersion(kind)}${scope}/${kind.plural}${one}`;
}

function queryText(query: Query): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") given.set(name, String(value));
  }
  return given.size === 0 ? "" : `?${given}`;
}
