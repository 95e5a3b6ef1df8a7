import { isObject } from "../base/json.ts";
import { type Command, outputFlag, print } from "../cli/index.ts";
import { debugPageFlags, readDebugPage } from "./debug-page-request.ts";
import {
  clusterTable,
  endpointTable,
  extensionTable,
  listenerTable,
  routeTable,
  secretTable,
} from "./proxy-config-table.ts";

type Resources = readonly { readonly [field: string]: unknown }[];

/** What can be asked for: its list in `-o json`, the dump that has it with the way to it, and its form for people. */
const kinds = {
  cluster: ["clusters", "ClustersConfigDump", ["dynamicActiveClusters", "cluster"], clusterTable],
  listener: ["listeners", "ListenersConfigDump", ["dynamicListeners", "activeState", "listener"], listenerTable],
  route: ["routes", "RoutesConfigDump", ["dynamicRouteConfigs", "routeConfig"], routeTable],
  endpoint: ["endpoints", "EndpointsConfigDump", ["dynamicEndpointConfigs", "endpointConfig"], endpointTable],
  secret: ["secrets", "SecretsConfigDump", ["dynamicActiveSecrets", "secret"], secretTable],
  ecds: ["extensions", "EcdsConfigDump", ["ecdsFilters", "ecdsFilter"], extensionTable],
} as const satisfies {
  readonly [kind: string]: readonly [string, string, readonly string[], (resources: never) => string];
};

type Kind = keyof typeof kinds;

/** `fairway proxy-config`: what a connected proxy is to have. */
export const proxyConfigCommand: Command = {
  name: "proxy-config",
  summary: "Show what a connected proxy is to have",
  arguments: [
    { form: "TYPE", choices: [...Object.keys(kinds), "all"], doc: "What to show." },
    { form: "PROXY", doc: "The proxy: its node id, or POD.NAMESPACE." },
  ],
  flags: [...debugPageFlags, outputFlag],
  examples: [
    "fairway proxy-config cluster web-1.default",
    "fairway proxy-config all web-1.default -o json",
    "fairway proxy-config route sidecar~10.0.0.1~web-1.default~default.svc.cluster.local -o yaml",
  ],
  async run(given, terminal) {
    const [type = "", proxyID = ""] = given.args;
    const dump = await readDebugPage(given, "/debug/config_dump", { proxyID, include_eds: "true" });
    if (type === "all") {
      const found = (Object.keys(kinds) as Kind[]).map((kind) => [kind, pick(dump, kind)] as const);
      const data = Object.fromEntries(found.map(([kind, resources]) => [kinds[kind][0], resources]));
      print(given, terminal, data, () => found.map(([kind, resources]) => table(kind, resources)).join("\n"));
    } else {
      const resources = pick(dump, type as Kind);
      print(given, terminal, resources, () => table(type as Kind, resources));
    }
    return 0;
  },
};

function table(kind: Kind, resources: Resources): string {
  const [list, , , format] = kinds[kind];
  return resources.length === 0 ? `no ${list}\n` : format(resources);
}

/** The resources of a kind in a dump of Envoy's form, without their types: of one kind they are all the same. */
function pick(dump: unknown, kind: Kind): Resources {
  const [, name, [list, ...way]] = kinds[kind];
  const configs = isObject(dump) && Array.isArray(dump["configs"]) ? dump["configs"] : [];
  const part = configs.find((each) => isObject(each) && String(each["@type"]).endsWith(`.${name}`));
  const entries: readonly unknown[] = part?.[list] ?? [];
  return entries.map((entry) => {
    const found = way.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), entry);
    const { "@type": _, ...resource } = isObject(found) ? found : {};
    return resource;
  });
}
