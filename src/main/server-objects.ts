import { request } from "node:https";
import { text } from "node:stream/consumers";
import {
  apiVersionOf,
  builtInCatalog,
  formatGroupKind,
  type KindDefinition,
  type Resource,
  storedVersion,
} from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import { type Given, type Inputs, type KubeAccess, readKubeconfig } from "../cli/index.ts";

/** Where `fairway up` writes its kubeconfig, unless it is told another data directory. */
const localKubeconfig = ".fairway/kubeconfig";

/**
 * The objects of a running Fairway, as if they had come from files: all, or those of some kinds (as `formatGroupKind` has
 * them). A document is named by the object's address.
 */
export async function readServerObjects(given: Given, only?: ReadonlySet<string>): Promise<Inputs> {
  const access = await readKubeconfig(given.text("kubeconfig") ?? localKubeconfig);
  const server = given.text("server") ?? access.server;
  const kinds = builtInCatalog().all.filter(
    (kind) => kind.storedAs === undefined && (only?.has(formatGroupKind(kind)) ?? true),
  );
  const documents = [];
  for (const kind of kinds) {
    for (const value of await list({ ...access, server }, kind)) {
      const { namespace, name } = value.metadata;
      const place = namespace ? `namespaces/${namespace}/${kind.plural}` : kind.plural;
      const file = `${server}${rootOf(kind)}/${place}/${name}`;
      documents.push({ file, value, locate: () => ({ line: 1, column: 1 }) });
    }
  }
  return { documents, problems: [] };
}

/** A kind that the server does not have has no objects. */
async function list(access: KubeAccess, kind: KindDefinition): Promise<readonly Resource[]> {
  const { code, body } = await get(access, `${rootOf(kind)}/${kind.plural}`);
  if (code === 404) return [];
  if (code !== 200) {
    const message = isObject(body) ? String(body["message"]) : "";
    throw new FairwayError("BadRequest", `${access.server} does not list ${kind.plural}: ${message || code}`);
  }
  const items = isObject(body) && Array.isArray(body["items"]) ? (body["items"] as readonly Resource[]) : [];
  // Items of a list say neither their kind nor its version.
  const apiVersion = apiVersionOf(kind.group, storedVersion(kind));
  return items.map((item) => ({ ...item, apiVersion, kind: kind.kind }));
}

function rootOf(kind: KindDefinition): string {
  return kind.group === "" ? `/api/${storedVersion(kind)}` : `/apis/${kind.group}/${storedVersion(kind)}`;
}

async function get({ server, authority, token }: KubeAccess, path: string): Promise<{ code: number; body: unknown }> {
  const url = URL.parse(path, server);
  if (url?.protocol !== "https:") {
    throw new FairwayError("Settings", `--server must be a URL such as https://127.0.0.1:15080, not '${server}'`);
  }
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  try {
    const [code, body] = await new Promise<[number, string]>((resolve, reject) => {
      const sent = request(url, { ca: authority, headers, timeout: 30_000 }, (answer) => {
        text(answer).then((all) => resolve([answer.statusCode ?? 0, all]), reject);
      });
      sent.on("timeout", () => sent.destroy(new Error("it took too long")));
      sent.on("error", reject).end();
    });
    return { code, body: JSON.parse(body) };
  } catch (cause) {
    const hint = "is `fairway up` running, and are --server and --kubeconfig right?";
    throw new FairwayError("Unavailable", `no answer from ${server}: ${hint} (${(cause as Error).message})`, { cause });
  }
}
