import { builtInCatalog, formatGroupKind, type KindDefinition, type Resource, storedVersion } from "../api/index.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import { type Given, type Inputs, openKubeconfig } from "../cli/index.ts";
import { KubeClient, nodeTransport } from "../kube/index.ts";
import { processEnvironment } from "../settings/index.ts";

/** Where `fairway up` writes its kubeconfig, unless it is told another data directory. */
const localKubeconfig = ".fairway/kubeconfig";
/** Objects on one page of a list. */
const pageSize = 500;

/**
 * The objects of a running Fairway, as if they had come from files: all, or those of some kinds (as `formatGroupKind` has
 * them). A document is named by the object's address.
 */
export async function readServerObjects(given: Given, only?: ReadonlySet<string>): Promise<Inputs> {
  const access = await openKubeconfig(given.text("kubeconfig") ?? localKubeconfig);
  const server = given.text("server") ?? access.server;
  if (!/^https?:$/.test(URL.parse(server)?.protocol ?? "")) {
    throw new FairwayError("Settings", `--server must be a URL such as https://127.0.0.1:15080, not '${server}'`);
  }
  const network = nodeTransport({ ...access, server }, { environment: processEnvironment() });
  const catalog = builtInCatalog();
  const client = new KubeClient({ transport: network.send, kinds: () => catalog, userAgent: "fairway" });
  try {
    const documents = [];
    const isAsked = (kind: KindDefinition) => kind.storedAs === undefined && (only?.has(formatGroupKind(kind)) ?? true);
    for (const kind of catalog.all.filter(isAsked)) {
      for (const value of await list(client, kind, server)) {
        const { namespace, name } = value.metadata;
        const place = namespace ? `namespaces/${namespace}/${kind.plural}` : kind.plural;
        const file = `${server}${rootOf(kind)}/${place}/${name}`;
        documents.push({ file, value, locate: () => ({ line: 1, column: 1 }) });
      }
    }
    return { documents, problems: [] };
  } finally {
    network.close();
  }
}

/** A kind that the server does not have has no objects. */
async function list(client: KubeClient, kind: KindDefinition, server: string): Promise<readonly Resource[]> {
  const items: Resource[] = [];
  try {
    for (let next: string | undefined; next !== ""; ) {
      const page = await client.page(kind, "", { limit: pageSize, continue: next });
      items.push(...page.items);
      next = page.continue;
    }
    return items;
  } catch (cause) {
    if (isFault(cause, "NotFound")) return [];
    const { code, message } = FairwayError.from(cause);
    if (code !== "Unavailable") {
      throw new FairwayError("BadRequest", `${server} does not list ${kind.plural}: ${message}`, { cause });
    }
    const hint = "is `fairway up` running, and are --server and --kubeconfig right?";
    throw new FairwayError("Unavailable", `no answer from ${server}: ${hint} (${message})`, { cause });
  }
}

function rootOf(kind: KindDefinition): string {
  return kind.group === "" ? `/api/${storedVersion(kind)}` : `/apis/${kind.group}/${storedVersion(kind)}`;
}
