import type { SourceProblem } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import { printable } from "../base/log-format.ts";
import { type Command, fileFlag, type Given, outputFlag, print } from "../cli/index.ts";
import type { NodeIdentity } from "../core/index.ts";
import type { NameTable, ResourceList, Translation } from "../translate/index.ts";
import { redactSecret } from "./debug-resource.ts";
import { parseLabels, parseMetadata } from "./node-flags.ts";
import { meshFlags } from "./offline-mesh-flags.ts";

/** What `fairway translate` prints. */
interface Output {
  readonly node: string;
  readonly clusters: readonly unknown[];
  readonly endpoints: readonly unknown[];
  readonly listeners: readonly unknown[];
  readonly routes: readonly unknown[];
  readonly secrets: readonly unknown[];
  readonly extensions: readonly unknown[];
  readonly nameTables: readonly NameTable[];
  readonly problems: readonly SourceProblem[];
}

/** The lists by the short names of their types. */
const lists = {
  cds: "clusters",
  eds: "endpoints",
  lds: "listeners",
  rds: "routes",
  ecds: "extensions",
} as const satisfies { readonly [type: string]: ResourceList };

/** Types that are not in those lists. */
const otherTypes = ["sds", "nds"] as const;

/** `fairway translate`: what a proxy would be sent, from files. */
export const translateCommand: Command = {
  name: "translate",
  summary: "Print what a proxy would be sent, from files",
  flags: [
    fileFlag,
    {
      name: "node",
      value: "ID",
      required: true,
      doc: "The proxy's node id: sidecar~IP~POD.NAMESPACE~NAMESPACE.svc.cluster.local, or router~….",
    },
    { name: "metadata", value: "JSON", doc: "The node's metadata, as a JSON object." },
    { name: "labels", value: "K=V,…", doc: "The workload's labels, where the files have no such Pod." },
    ...meshFlags,
    { name: "type", value: "TYPES", doc: "Only these: cds, eds, lds, rds, sds, ecds, nds; separated by commas." },
    { name: "private-keys", doc: "Print private keys too, which are replaced by a note otherwise." },
    { ...outputFlag, choices: ["json", "yaml"], default: "json" },
  ],
  examples: [
    "fairway translate -f mesh/ --node sidecar~10.0.0.1~web-1.default~default.svc.cluster.local",
    "fairway translate -f mesh/ --node router~10.0.0.2~gw-1.istio-system~istio-system.svc.cluster.local --type lds,rds -o yaml",
  ],
  async run(given, terminal) {
    const node = nodeOf(given);
    const types = typesOf(given);
    const [{ loadMesh }, translating, { parseProxy }, { beside }] = await Promise.all([
      import("./offline-mesh.ts"),
      import("../translate/index.ts"),
      import("../core/index.ts"),
      import("./translate-beside.ts"),
    ]);
    const { loadEnvoyCodec, resourceMessages, translate, viewOf, viewProblems } = translating;
    const proxy = parseProxy(node);
    const mesh = await loadMesh(given, terminal);
    const view = viewOf(mesh.snapshot, proxy);
    const translation = translate(view);
    const { secrets, nameTables, ...found } = beside({ mesh, proxy, view, translation, types });
    const failures = [...translation.failures, ...found.failures];
    const codec = loadEnvoyCodec();
    const onWire: OnWire = (list, message) => {
      const name = resourceMessages[list];
      return codec.decode(name, codec.encode(name, message));
    };
    const problems = [...translation.problems, ...viewProblems(view), ...found.problems].map(mesh.place);
    const output: Output = {
      node: node.id,
      ...printed(translation, types, onWire),
      secrets: given.on("private-keys") ? secrets : secrets.map(redactSecret),
      nameTables,
      problems: [...mesh.problems, ...problems],
    };
    print(given, terminal, output, () => "");
    // A bug costs its own resource only: the others are printed all the same.
    for (const { plan, error } of failures) {
      terminal.err(`error: '${printable(plan.name)}' could not be made: ${printable(String(error))} (Internal)\n`);
    }
    return failures.length > 0 ? 1 : 0;
  },
};

/** A message as a proxy would read it off the wire. */
type OnWire = (list: ResourceList, message: never) => unknown;

/** The asked lists. */
function printed(translation: Translation, types: ReadonlySet<string>, onWire: OnWire): Pick<Output, ResourceList> {
  const entries = Object.entries(lists).map(([type, list]) => {
    const resources = types.has(type) ? translation[list] : [];
    return [list, resources.map(({ message }) => onWire(list, message as never))] as const;
  });
  return Object.fromEntries(entries) as unknown as Pick<Output, ResourceList>;
}

function nodeOf(given: Given): NodeIdentity {
  const id = given.text("node") ?? "";
  const metadata = parseMetadata(given.text("metadata") ?? "{}");
  const labels = given.text("labels");
  if (labels === undefined) return { id, metadata };
  const told = isObject(metadata["LABELS"]) ? metadata["LABELS"] : {};
  return { id, metadata: { ...metadata, LABELS: { ...told, ...parseLabels(labels) } } };
}

function typesOf(given: Given): ReadonlySet<string> {
  const known = [...Object.keys(lists), ...otherTypes];
  const text = given.text("type");
  if (text === undefined) return new Set(known);
  const asked = text.split(",").map((type) => type.trim().toLowerCase());
  const wrong = asked.find((type) => !known.includes(type));
  if (wrong !== undefined)
    throw new FairwayError("Settings", `--type must be of ${known.join(", ")}: '${wrong}' is none`);
  return new Set(asked);
}
