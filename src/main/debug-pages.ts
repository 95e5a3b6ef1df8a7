import { apiVersionOf, type ResourceKey } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import type { ResourceStore } from "../core/index.ts";
import type { MessageDecoder } from "../deliver/index.ts";
import type { Page, PageAnswer } from "../http/index.ts";
import { dumpSnapshot, type Environment } from "../mesh/index.ts";
import { adsz, connections, findClient, proxyStatuses, syncz } from "./debug-clients.ts";
import { configDump, edsz } from "./debug-config-dump.ts";
import { configz } from "./debug-configz.ts";
import { configDistribution } from "./debug-distribution.ts";
import { endpointShardz, registryz } from "./debug-registry.ts";
import type { SecretSource } from "./secret-source.ts";
import type { Xds } from "./xds.ts";

/** What the pages look into. */
export interface DebugPagesOptions {
  readonly environment: Environment;
  readonly xds: Xds;
  readonly secrets: SecretSource;
  readonly store: ResourceStore;
  readonly decoder: MessageDecoder;
  readonly clock: Clock;
  /** The clusters that the mesh is made of. */
  readonly clusters: () => readonly object[];
}

/** Pages that show what the control plane knows and what it tells proxies; the first lists the others. */
export function debugPages(options: DebugPagesOptions): readonly Page[] {
  const shown = [...meshPages(options), ...clientPages(options), ...proxyPages(options)];
  const names = shown.map(({ path }) => path.slice("/debug/".length)).sort();
  const list: Page = {
    path: "/debug/list",
    help: "The names of these pages.",
    answer: () => json(names),
  };
  const pages = [...shown, list];
  const lines = pages.map(({ path, help }) => `${path.padEnd(24)} ${help}`);
  const body = `${lines.join("\n")}\n`;
  const index: Page = {
    path: "/debug",
    help: "The debug pages, each with what it shows.",
    answer: () => ({ type: "text/plain; charset=utf-8", body }),
  };
  return [index, ...pages];
}

/** What is known of the mesh. */
function meshPages({ environment, xds, store, clusters }: DebugPagesOptions): readonly Page[] {
  return [
    {
      path: "/debug/pushcontext",
      help: "The snapshot of the mesh that the next push would be made from.",
      answer: () => json(dumpSnapshot(environment.snapshot)),
    },
    {
      path: "/debug/push_status",
      help: "Problems of the proxies' configuration in the last push and the one before it, by code and proxy.",
      answer: () => json(xds.status),
    },
    {
      path: "/debug/registryz",
      help: "All services that the mesh knows.",
      answer: () => json(registryz(xds.snapshot)),
    },
    {
      path: "/debug/endpointShardz",
      help: "All endpoints, by host name, namespace and the cluster that told of them.",
      answer: () => json(endpointShardz(xds.snapshot)),
    },
    {
      path: "/debug/endpointz",
      help: "The same, by its former name.",
      answer: () => json(endpointShardz(xds.snapshot)),
    },
    {
      path: "/debug/configz",
      help: "All configuration objects of Istio's kinds and of the Gateway API.",
      answer: async () => json(await configz(store)),
    },
    {
      path: "/debug/resourcesz",
      help: "The kinds of objects that are known.",
      answer: () =>
        json(
          store
            .kinds()
            .all.flatMap(({ group, kind, versions }) =>
              versions.map(({ name }) => ({ group, version: name, kind, apiVersion: apiVersionOf(group, name) })),
            ),
        ),
    },
    {
      path: "/debug/mesh",
      help: "The mesh's settings (MeshConfig), with defaults.",
      answer: () => json(xds.snapshot.settings.config),
    },
    {
      path: "/debug/networkz",
      help: "The mesh's networks (MeshNetworks).",
      answer: () => json(xds.snapshot.settings.networks),
    },
    {
      path: "/debug/clusterz",
      help: "The clusters that the mesh is made of, and whether each was read; awaySeconds: its API server cannot be followed.",
      answer: () => json(clusters()),
    },
    {
      path: "/debug/cachez",
      help: "What the caches of resources did so far, by type: hits, misses, evictions, size. ?sizes=true: their bytes, ?clear=true empties them",
      answer: (query) => {
        if (query.get("sizes") === "true") return json(xds.measureCaches().bytes);
        if (query.get("clear") !== "true") return json(xds.cacheStatistics);
        xds.clearCaches();
        return { type: "text/plain; charset=utf-8", body: "Cache cleared\n" };
      },
    },
  ];
}

/** Who is connected and how far each has followed. */
function clientPages({ environment, xds, secrets, store, clock }: DebugPagesOptions): readonly Page[] {
  const clients = () => xds.ads.connections();
  const known = (key: ResourceKey) => environment.known(key) ?? secrets.known(key);
  return [
    {
      path: "/debug/syncz",
      help: "What each proxy was sent and has acknowledged, as istiod tells it. ?namespace=",
      answer: (query) => json(syncz(clients(), clock, query.get("namespace"))),
    },
    {
      path: "/debug/proxy_status",
      help: "The same as `fairway proxy-status -o json` shows it.",
      answer: () => json(proxyStatuses(clients())),
    },
    {
      path: "/debug/config_distribution",
      help: "How many proxies have an object as it is now, and which; without one, the objects that not all have yet. ?resource=KIND/NAMESPACE/NAME, ?proxy_namespace=",
      answer: async (query) => {
        const { distribution } = xds;
        const options = { distribution, store, known };
        return json(await configDistribution(options, query.get("resource"), query.get("proxy_namespace")));
      },
    },
    {
      path: "/debug/connections",
      help: "The clients that are connected.",
      answer: () => json(connections(clients())),
    },
    {
      path: "/debug/adsz",
      help: "The clients that are connected, what they say of themselves and what they watch. ?proxyID=, ?push=true pushes to all",
      answer: (query) => {
        if (query.get("push") === "true") {
          xds.push("debug");
          return { type: "text/plain; charset=utf-8", body: `pushing to ${clients().length} clients\n` };
        }
        return json(adsz(query.has("proxyID") ? [findClient(clients(), query.get("proxyID"))] : clients()));
      },
    },
  ];
}

/** What one proxy is to have. */
function proxyPages({ xds, decoder }: DebugPagesOptions): readonly Page[] {
  const client = (query: URLSearchParams) => findClient(xds.ads.connections(), query.get("proxyID"));
  return [
    {
      path: "/debug/config_dump",
      help: "What a proxy is to have, in the form of Envoy's /config_dump. ?proxyID=NODE-ID or POD.NAMESPACE, ?include_eds",
      answer: (query) => json({ configs: configDump(client(query), decoder, { endpoints: query.has("include_eds") }) }),
    },
    {
      path: "/debug/edsz",
      help: "The endpoints of a proxy. ?proxyID=NODE-ID or POD.NAMESPACE",
      answer: (query) => json(edsz(client(query), decoder)),
    },
  ];
}

function json(value: unknown): PageAnswer {
  return { type: "application/json", body: `${JSON.stringify(value, null, 2)}\n` };
}
