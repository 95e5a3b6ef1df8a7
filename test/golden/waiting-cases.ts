/** Cases of kinds that are not translated yet, by name. A case that turns out equal must leave this list. */
const waiting = {
  EnvoyFilter: [
    "ef-cluster-add",
    "ef-cluster-merge",
    "ef-cluster-merge-subset",
    "ef-cluster-merge-typed-any",
    "ef-cluster-remove",
    "ef-extension-config",
    "ef-filter-chain-merge",
    "ef-http-filter-before",
    "ef-http-filter-first",
    "ef-http-filter-gateway",
    "ef-http-filter-merge-router",
    "ef-http-filter-remove",
    "ef-listener-add",
    "ef-listener-filter-before-remove",
    "ef-merge-list",
    "ef-network-filter-first-remove",
    "ef-network-filter-insert",
    "ef-network-filter-replace",
    "ef-priority",
    "ef-root-and-namespace",
    "ef-route-add",
    "ef-route-config-merge",
    "ef-route-gateway",
    "ef-route-inbound",
    "ef-route-insert-before",
    "ef-route-insert-first",
    "ef-route-merge",
    "ef-vhost-merge",
    "ef-vhost-merge-domain",
  ],
  "WasmPlugin and TrafficExtension": ["traffic-extension-lua", "wasm-http"],
  Ingress: ["ingress-basic"],
} as const;

const kindOf = new Map(Object.entries(waiting).flatMap(([kind, names]) => names.map((name) => [name as string, kind])));

/** What a case waits for; undefined if for nothing. */
export function waitsFor(name: string): string | undefined {
  return kindOf.get(name);
}
