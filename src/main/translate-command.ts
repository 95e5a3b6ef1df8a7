import type { SourceProblem } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import { type Command, fileFlag, type Given, outputFlag, print } from "../cli/index.ts";
import type { NodeIdentity } from "../core/index.ts";
import type { MessageTypes } from "../gen/message-types.ts";
import type { EnvoyCodec, Translation } from "../translate/index.ts";
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
  readonly problems: readonly SourceProblem[];
}

/** The lists by the short names of their types, with the message that each one's resources are. */
const lists = {
  cds: ["clusters", "envoy.config.cluster.v3.Cluster"],
  eds: ["endpoints", "envoy.config.endpoint.v3.ClusterLoadAssignment"],
  lds: ["listeners", "envoy.config.listener.v3.Listener"],
  rds: ["routes", "envoy.config.route.v3.RouteConfiguration"],
} as const satisfies { readonly [type: string]: readonly [keyof Translation, keyof MessageTypes] };

/** Types that nothing is made for yet: asking for them gives an empty list. */
const emptyTypes = ["sds", "ecds", "nds"] as const;

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
    { ...outputFlag, choices: ["json", "yaml"], default: "json" },
  ],
  examples: [
    "fairway translate -f mesh/ --node sidecar~10.0.0.1~web-1.default~default.svc.cluster.local",
    "fairway translate -f mesh/ --node router~10.0.0.2~gw-1.istio-system~istio-system.svc.cluster.local --type lds,rds -o yaml",
  ],
  async run(given, terminal) {
    const node = nodeOf(given);
    const types = typesOf(given);
    const [{ loadMesh }, { loadEnvoyCodec, translate, viewOf }, { parseProxy }] = await Promise.all([
      import("./offline-mesh.ts"),
      import("../translate/index.ts"),
      import("../core/index.ts"),
    ]);
    const proxy = parseProxy(node);
    const mesh = await loadMesh(given, terminal);
    const view = viewOf(mesh.snapshot, proxy);
    const translation = translate(view);
    const [failure] = translation.failures;
    if (failure) {
      throw new FairwayError("Internal", `'${failure.plan.name}' could not be made: ${String(failure.error)}`);
    }
    const problems = [...translation.problems, ...(view.scope.gateways?.problems ?? [])].map(mesh.place);
    const output: Output = {
      node: node.id,
      ...printed(translation, types, loadEnvoyCodec()),
      secrets: [],
      extensions: [],
      problems: [...mesh.problems, ...problems],
    };
    print(given, terminal, output, () => "");
    return 0;
  },
};

/** The asked lists, as a proxy would read them off the wire. */
function printed(
  translation: Translation,
  types: ReadonlySet<string>,
  codec: EnvoyCodec,
): Pick<Output, (typeof lists)[keyof typeof lists][0]> {
  const entries = Object.entries(lists).map(([type, [list, name]]) => {
    const resources = types.has(type) ? translation[list] : [];
    return [list, resources.map(({ message }) => codec.decode(name, codec.encode(name, message)))] as const;
  });
  return Object.fromEntries(entries) as unknown as ReturnType<typeof printed>;
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
  const known = [...Object.keys(lists), ...emptyTypes];
  const text = given.text("type");
  if (text === undefined) return new Set(known);
  const asked = text.split(",").map((type) => type.trim().toLowerCase());
  const wrong = asked.find((type) => !known.includes(type));
  if (wrong !== undefined)
    throw new FairwayError("Settings", `--type must be of ${known.join(", ")}: '${wrong}' is none`);
  return new Set(asked);
}
