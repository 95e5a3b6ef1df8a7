import { Agent, request } from "node:https";
import { openKubeconfig } from "../../src/cli/index.ts";

/** Where an API server is and what it trusts. */
export interface KubeAccess {
  readonly url: string;
  readonly token: string;
  /** The certificate that signed the server's, in PEM. */
  readonly authority: string;
  /** File of a socket by which the server is reached in place of the network. Default: none. */
  readonly socket?: string;
}

/** The access of a kubeconfig that has everything inside, as Fairway writes it. */
export async function accessOf(kubeconfig: string): Promise<KubeAccess> {
  const { server, authority = "", user } = await openKubeconfig(kubeconfig);
  return { url: server, authority, token: user.token ?? "" };
}

/** A Kubernetes object in whatever version. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

/** How the API names a kind. */
export interface KubeKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Whether `status` is written apart. */
  readonly hasStatus: boolean;
}

/** As much of a Kubernetes client as the tests need; an answer that is no success throws with the server's message. */
export class KubeClient {
  readonly #access: KubeAccess;
  readonly #agent: Agent;
  readonly #kinds = new Map<string, Promise<readonly KubeKind[]>>();

  constructor(access: KubeAccess) {
    this.#access = access;
    this.#agent = new Agent({ keepAlive: true, ca: access.authority });
  }

  /** The text at a path. */
  text(path: string): Promise<string> {
    return this.#send("GET", path);
  }

  /** Creates an object, with its status where it has one. */
  async create(object: KubeObject): Promise<void> {
    const kind = await this.kindOf(object);
    const { metadata, status, ...rest } = object;
    // The server decides on these itself.
    const { creationTimestamp: _, resourceVersion: __, uid: ___, ...kept } = metadata;
    await this.#send("POST", collectionOf(kind, object), { ...rest, metadata: kept });
    if (kind.hasStatus && status !== undefined)
      await this.#send("PATCH", `${pathOf(kind, object)}/status`, { status }, "application/merge-patch+json");
  }

  /** Creates an object or puts it in the place of the one of its name, with its status where it has one. */
  async apply(object: KubeObject): Promise<void> {
    const kind = await this.kindOf(object);
    const { status, ...rest } = object;
    const path = pathOf(kind, object);
    const known = await this.#send("GET", path, undefined, "", [404]);
    const { metadata } = JSON.parse(known) as { readonly metadata: { readonly resourceVersion?: string } };
    if (metadata.resourceVersion === undefined) await this.#send("POST", collectionOf(kind, object), rest);
    else await this.#send("PUT", path, { ...rest, metadata: { ...metadata, ...object.metadata } });
    if (kind.hasStatus && status !== undefined)
      await this.#send("PATCH", `${path}/status`, { status }, "application/merge-patch+json");
  }

  /** Lays an object over the one of its name, by a merge patch. */
  async merge(object: KubeObject): Promise<void> {
    const kind = await this.kindOf(object);
    await this.#send("PATCH", pathOf(kind, object), object, "application/merge-patch+json");
  }

  /** Removes an object at once; one that is not there is fine. */
  async remove(object: KubeObject): Promise<void> {
    const kind = await this.kindOf(object);
    const path = pathOf(kind, object);
    await this.#send("DELETE", path, { gracePeriodSeconds: 0 }, "application/json", [404]);
    // No controller empties the namespace and lets it go.
    if (object.kind === "Namespace")
      await this.#send(
        "PUT",
        `${path}/finalize`,
        { ...object, spec: { finalizers: [] } },
        "application/json",
        [404, 409],
      );
  }

  /** All objects of a kind, each with its apiVersion and kind. */
  async list(apiVersion: string, kind: string): Promise<readonly KubeObject[]> {
    const { plural } = await this.kindOf({ apiVersion, kind });
    const said = JSON.parse(await this.text(`${rootOf(apiVersion)}/${plural}`)) as { readonly items: KubeObject[] };
    return said.items.map((item) => ({ ...item, apiVersion, kind }));
  }

  /** Whether the server has the kind. */
  async knows(object: Pick<KubeObject, "apiVersion" | "kind">): Promise<boolean> {
    return this.kindOf(object).then(
      () => true,
      () => false,
    );
  }

  /** How a kind is called; one that the server does not know throws. */
  async kindOf({ apiVersion, kind }: Pick<KubeObject, "apiVersion" | "kind">): Promise<KubeKind> {
    const kinds = this.#kinds.get(apiVersion) ?? this.#discover(apiVersion);
    this.#kinds.set(apiVersion, kinds);
    const found = (await kinds.catch(() => [])).find((each) => each.kind === kind);
    if (found) return found;
    // It may come with a CustomResourceDefinition.
    this.#kinds.delete(apiVersion);
    throw new Error(`the API server does not know ${apiVersion} ${kind}`);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #discover(apiVersion: string): Promise<readonly KubeKind[]> {
    const said = JSON.parse(await this.text(rootOf(apiVersion))) as {
      readonly resources?: readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[];
    };
    const all = said.resources ?? [];
    const names = new Set(all.map(({ name }) => name));
    return all
      .filter(({ name }) => !name.includes("/"))
      .map(({ name, kind, namespaced }) => {
        return { apiVersion, kind, plural: name, namespaced, hasStatus: names.has(`${name}/status`) };
      });
  }

  #send(
    method: string,
    path: string,
    body?: unknown,
    type = "application/json",
    accepted: readonly number[] = [],
  ): Promise<string> {
    const { url, token, socket } = this.#access;
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    return new Promise((resolve, reject) => {
      const outgoing = request(new URL(path, url), {
        method,
        agent: this.#agent,
        ...(socket !== undefined && { socketPath: socket }),
        headers: {
          authorization: `Bearer ${token}`,
          ...(bytes && { "content-type": type, "content-length": bytes.length }),
        },
      });
      outgoing.on("error", reject);
      outgoing.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.on("end", () => {
          const code = response.statusCode ?? 0;
          if (code < 300 || accepted.includes(code)) resolve(text);
          else reject(new Error(`${method} ${path}: ${code} ${messageOf(text)}`));
        });
      });
      outgoing.end(bytes);
    });
  }
}

function rootOf(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

function collectionOf(kind: KubeKind, { metadata }: KubeObject): string {
  const within = kind.namespaced ? `/namespaces/${metadata.namespace ?? "default"}` : "";
  return `${rootOf(kind.apiVersion)}${within}/${kind.plural}`;
}

function pathOf(kind: KubeKind, object: KubeObject): string {
  return `${collectionOf(kind, object)}/${object.metadata.name}`;
}

function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { readonly message?: string }).message ?? text;
  } catch {
    return text;
  }
}
