import assert from "node:assert/strict";
import type { KubeObject } from "../peers/kube-client.ts";

/** One event of a watch. */
export interface SeenEvent {
  readonly type: string;
  readonly object: KubeObject & { readonly metadata: { readonly resourceVersion: string } };
}

/** The answer to a list. */
export interface SeenList {
  readonly kind: string;
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly KubeObject[];
}

/** Paths of what kube-proxy asks for, with the selectors that it sends. */
export const paths = {
  nodes: (name: string) => `/api/v1/nodes?fieldSelector=metadata.name%3D${name}`,
  services:
    "/api/v1/services?fieldSelector=spec.clusterIP%21%3DNone&labelSelector=%21service.kubernetes.io%2Fservice-proxy-name",
  slices: "/apis/discovery.k8s.io/v1/endpointslices?labelSelector=%21service.kubernetes.io%2Fheadless",
  endpoints: "/api/v1/endpoints",
};

/** Asks a wrapper as a client on its node would. */
export class EdgeClient {
  readonly #url: string;

  constructor(url: string | undefined) {
    assert.ok(url);
    this.#url = url;
  }

  ask(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.#url}${path}`, init);
  }

  async json<T>(path: string, init: RequestInit = {}): Promise<T> {
    return (await (await this.ask(path, init)).json()) as T;
  }

  list(path: string): Promise<SeenList> {
    return this.json(path);
  }

  /** The nodes that the endpoints of a slice are on. */
  async nodesOf(slice: string): Promise<readonly string[]> {
    const { items } = await this.list(paths.slices);
    return endpointNodes(items.find(({ metadata }) => metadata.name === slice));
  }

  /** Opens a watch; with `initial` it begins with all that there is. */
  async watch(path: string, { initial = true, from = "" } = {}): Promise<EdgeWatch> {
    const more = initial ? "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan" : `&resourceVersion=${from}`;
    const ending = new AbortController();
    const separator = path.includes("?") ? "&" : "?";
    const response = await this.ask(
      `${path}${separator}watch=true&allowWatchBookmarks=true&timeoutSeconds=400${more}`,
      { signal: ending.signal },
    );
    assert.equal(response.status, 200, await (response.ok ? "" : response.text()));
    return new EdgeWatch(response, ending);
  }
}

/** The nodes that the endpoints of a slice are on. */
export function endpointNodes(slice: { readonly [field: string]: unknown } | undefined): readonly string[] {
  return ((slice?.endpoints ?? []) as { readonly nodeName: string }[]).map(({ nodeName }) => nodeName);
}

/** A watch that runs; what came is kept until it is taken. */
export class EdgeWatch {
  readonly response: Response;
  readonly seen: SeenEvent[] = [];
  ended = false;
  readonly #ending: AbortController;
  #told = () => {};

  constructor(response: Response, ending: AbortController) {
    this.response = response;
    this.#ending = ending;
    void this.#read();
  }

  /** All that came up to the first event that fits; waits for it. */
  async until(fits: (event: SeenEvent) => boolean): Promise<readonly SeenEvent[]> {
    for (;;) {
      const at = this.seen.findIndex(fits);
      if (at >= 0) return this.seen.splice(0, at + 1);
      if (this.ended) throw new Error(`the watch ended; it had ${JSON.stringify(this.seen)}`);
      await new Promise<void>((resolve) => {
        this.#told = resolve;
      });
    }
  }

  /** All that was there at the start. */
  initial(): Promise<readonly SeenEvent[]> {
    return this.until(({ type, object }) => {
      const annotations = object.metadata.annotations as { readonly [name: string]: string } | undefined;
      return type === "BOOKMARK" && annotations?.["k8s.io/initial-events-end"] === "true";
    });
  }

  /** What came and was not taken, but for bookmarks. */
  get changes(): readonly SeenEvent[] {
    return this.seen.filter(({ type }) => type !== "BOOKMARK");
  }

  close(): void {
    this.#ending.abort();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    try {
      for await (const chunk of this.response.body ?? []) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) this.seen.push(JSON.parse(line) as SeenEvent);
        this.#told();
      }
    } catch {
      // It was closed, or cut off.
    }
    this.ended = true;
    this.#told();
  }
}
