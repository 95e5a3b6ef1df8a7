import { formatKey, formatPath } from "../api/index.ts";
import type { Json } from "../base/json.ts";
import type { Service, Visibility } from "../core/index.ts";
import type { Buckets } from "./buckets.ts";
import type { MergedDestinationRule } from "./destination-rule/merge-destination-rules.ts";
import { meshProblems } from "./mesh-problems.ts";
import type { MeshSnapshot } from "./mesh-snapshot.ts";
import { compareText } from "./precedence.ts";
import type { MeshVirtualService } from "./virtual-service/mesh-virtual-service.ts";

/** A snapshot for people to look at. Policies and the mesh's configuration are left out: they may hold what is secret. */
export function dumpSnapshot(snapshot: MeshSnapshot): { readonly [name: string]: Json } {
  const { settings, services, virtualServices, destinationRules, gateways, sidecars, envoyFilters } = snapshot;
  return {
    version: snapshot.version,
    ledgerVersion: snapshot.ledgerVersion,
    settings: {
      rootNamespace: settings.rootNamespace,
      domainSuffix: settings.domainSuffix,
      trustDomain: settings.trustDomain,
      exportToDefaults: { ...settings.exportTo },
      autoMtls: settings.autoMtls,
    },
    serviceIndex: {
      hostnameAndNamespace: dumpBuckets(services.byHost, ({ namespace }) => namespace),
      publicServices: (services.public.get("") ?? []).map(dumpService),
      privateServicesByNamespace: dumpBuckets(services.privateByNamespace, dumpService),
      servicesExportedToNamespace: dumpBuckets(services.exportedToNamespace, dumpService),
    },
    virtualServiceIndex: {
      publicByGateway: dumpBuckets(virtualServices.publicByGateway, dumpVirtualService),
      privateByNamespaceAndGateway: dumpBuckets(virtualServices.privateByGateway, dumpVirtualService),
      exportedToNamespaceByGateway: dumpBuckets(virtualServices.exportedByGateway, dumpVirtualService),
    },
    destinationRuleIndex: Object.fromEntries(
      sortedEntries(destinationRules.byNamespace).map(([namespace, { byHost }]) => [
        namespace,
        dumpBuckets(byHost, dumpDestinationRule),
      ]),
    ),
    gatewayIndex: dumpBuckets(gateways.byNamespace, ({ name }) => name),
    sidecarsByNamespace: dumpBuckets(sidecars.byNamespace, ({ name }) => name),
    envoyFiltersByNamespace: dumpBuckets(envoyFilters.byNamespace, ({ name }) => name),
    networkGateways: dumpBuckets(snapshot.registry.networkGateways(), ({ address, port }) => `${address}:${port}`),
    problems: dumpProblems(snapshot),
  };
}

function dumpProblems(snapshot: MeshSnapshot): readonly string[] {
  const texts = Array.from(
    meshProblems(snapshot),
    ({ key, code, path, message }) => `${formatKey(key)}: ${code} ${formatPath(path)} ${message}`,
  );
  return texts.sort(compareText);
}

function sortedEntries<V>(map: ReadonlyMap<string, V>): readonly (readonly [string, V])[] {
  return [...map].sort(([a], [b]) => compareText(a, b));
}

function dumpBuckets<T>(buckets: Buckets<T>, dump: (item: T) => Json): { readonly [name: string]: Json } {
  return Object.fromEntries(sortedEntries(buckets).map(([name, items]) => [name, items.map(dump)]));
}

function dumpService({ hostname, namespace }: Service): string {
  return `${namespace}/${hostname}`;
}

function dumpVirtualService({ namespace, name, hosts, http, tls, tcp, sources }: MeshVirtualService): Json {
  const routes = { http: http.length, tls: tls.length, tcp: tcp.length };
  return { name: `${namespace}/${name}`, hosts, routes, sources: sources.map(formatKey) };
}

function dumpDestinationRule({ subsets, sources, visibility, selector }: MergedDestinationRule): Json {
  return {
    sources: sources.map(formatKey),
    subsets: subsets.map(({ name }) => name),
    exportTo: dumpVisibility(visibility),
    ...(selector && { selector: { ...selector } }),
  };
}

function dumpVisibility(visibility: Visibility): readonly string[] {
  return visibility === "all" ? ["*"] : [...visibility].sort(compareText);
}
