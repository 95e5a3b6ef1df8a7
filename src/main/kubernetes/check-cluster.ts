import { type KindCatalog, type KindDefinition, type Resource, reviewKinds, storedVersion } from "../../api/index.ts";
import { FairwayError } from "../../base/fault.ts";
import { isObject } from "../../base/json.ts";
import { KubeClient, type Transport } from "../../kube/index.ts";
import { remoteKinds } from "../../registry/index.ts";
import { ServedKinds } from "../../store/index.ts";
import {
  type AccessRule,
  accessRules,
  controllerKinds,
  formatRule,
  remoteAccessRules,
  servedKinds,
} from "./access-rules.ts";

export interface CheckClusterOptions {
  readonly transport: Transport;
  readonly kinds: KindCatalog;
  /** Namespaces that will be watched; none: all. */
  readonly namespaces: readonly string[];
  /** Where the Lease and the certificate authority will be. */
  readonly ownNamespace: string;
  /** Whether it is to be a remote cluster of a mesh, of which less is needed. Default: the store. */
  readonly remote?: boolean;
}

/** One thing that was looked at. */
export interface CheckResult {
  readonly check: string;
  /** `missing` and `old` are no hindrance; `failed` is. */
  readonly state: "ok" | "missing" | "old" | "failed";
  readonly message: string;
  /** What to do; empty if nothing is to be done. */
  readonly remedy: string;
}

/** Looks whether a cluster has and allows what Fairway needs, before it runs there. */
export async function checkCluster(options: CheckClusterOptions): Promise<readonly CheckResult[]> {
  const { transport, kinds, namespaces, ownNamespace, remote = false } = options;
  const all = kinds.with(reviewKinds);
  const client = new KubeClient({ transport, kinds: () => all, userAgent: "fairway" });
  const server = await checkServer(client);
  if (server.state === "failed") return [server];
  const served = new ServedKinds(client);
  const types = remote ? remoteKinds : [...servedKinds(kinds), ...controllerKinds];
  const needed = new Set(types.map((type) => kinds.get(type)));
  const installed = await Promise.all([...needed].map((kind) => checkKind(served, kind)));
  const places = { cluster: [""], watched: namespaces.length === 0 ? [""] : namespaces, own: [ownNamespace] };
  const rules = remote ? remoteAccessRules(kinds) : accessRules(kinds);
  const allowed = rules.map((rule) => checkRule(client, rule, places[rule.scope]));
  return [server, ...installed, ...(await Promise.all(allowed))];
}

async function checkServer(client: KubeClient): Promise<CheckResult> {
  const check = "API server";
  try {
    await client.resourcesOf("", "v1");
    return ok(check, "");
  } catch (error) {
    const { code, message } = FairwayError.from(error);
    const remedy =
      code === "Unauthorized" || code === "Forbidden"
        ? "give Fairway credentials that the server knows"
        : "see that the kubeconfig's server is right, runs and can be reached from here";
    return { check, state: "failed", message, remedy };
  }
}

async function checkKind(served: ServedKinds, kind: KindDefinition): Promise<CheckResult> {
  const check = `kind ${nameOf(kind)}`;
  const { version } = await served.find(kind);
  const newest = storedVersion(kind);
  if (version === newest) return ok(check, version);
  if (version !== undefined) {
    const remedy = `install a definition that serves ${newest}; until then objects are read as ${version}`;
    return { check, state: "old", message: `served as ${version} only`, remedy };
  }
  const native = kind.protobuf?.of === "object";
  const known = kind.versions.map(({ name }) => name).join(", ");
  const message = `not served in a version that is known (${known})`;
  if (native) return { check, state: "failed", message, remedy: "use a Kubernetes that has it" };
  const remedy = "install its CustomResourceDefinition if it is wanted; it is found without a restart";
  return { check, state: "missing", message, remedy };
}

async function checkRule(client: KubeClient, rule: AccessRule, namespaces: readonly string[]): Promise<CheckResult> {
  const { verbs, why } = rule;
  const [plural = "", subresource = ""] = rule.resource.split("/");
  const names = rule.names ?? [""];
  const asked = namespaces.flatMap((namespace) =>
    verbs.flatMap((verb) => names.map((name) => ({ namespace, verb, name }))),
  );
  const refused = new Map<string, Set<string>>();
  await Promise.all(
    asked.map(async ({ namespace, verb, name }) => {
      if (await isAllowed(client, { group: rule.group, resource: plural, subresource, verb, namespace, name })) return;
      refused.set(namespace, (refused.get(namespace) ?? new Set()).add(verb));
    }),
  );
  const whose = rule.names ? ` ${rule.names.join(", ")}` : "";
  const check = `may ${verbs.join(", ")} ${nameOf({ group: rule.group, plural: rule.resource })}${whose}`;
  if (refused.size === 0) return ok(check, "");
  const lacking = [...refused].map(([namespace, words]) => {
    const wanted = verbs.filter((verb) => words.has(verb));
    return `add ${formatRule({ ...rule, verbs: wanted })} to ${namespace ? `a Role in ${namespace}` : "a ClusterRole"} of Fairway`;
  });
  return { check, state: "failed", message: `refused, and needed for ${why}`, remedy: lacking.join("; ") };
}

async function isAllowed(client: KubeClient, resourceAttributes: object): Promise<boolean> {
  const review: Resource = {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectAccessReview",
    metadata: {},
    spec: { resourceAttributes },
  };
  const { status } = await client.create(review);
  return isObject(status) && status["allowed"] === true;
}

function ok(check: string, message: string): CheckResult {
  return { check, state: "ok", message, remedy: "" };
}

function nameOf({ group, plural }: Pick<KindDefinition, "group" | "plural">): string {
  return group === "" ? plural : `${plural}.${group}`;
}
