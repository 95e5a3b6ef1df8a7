const reasons: Readonly<Record<string, readonly string[]>> = {
  "EnvoyFilter is not applied yet": [
    "ef-cluster-inbound",
    "ef-context-any",
    "ef-filter-chain-add-remove",
    "ef-filter-chain-match",
    "ef-gateway-all",
    "ef-http-filter-all-places",
    "ef-listener-filter-add",
    "ef-listener-merge",
    "ef-network-filter-after",
    "ef-network-filter-merge",
    "ef-proxy-match",
    "ef-replace-list",
    "ef-route-actions",
    "ef-route-remove",
    "ef-vhost-add-remove",
  ],
  "Ingress is not translated yet": [
    "ingress-default-backend",
    "ingress-hosts-tls",
    "ingress-two-same-host",
    "mesh-ingress-class",
  ],
  "WasmPlugin and TrafficExtension are not translated yet": [
    "traffic-extension-fields",
    "traffic-extension-wasm",
    "wasm-modes",
    "wasm-phases",
  ],
};

/** Our own cases in which Fairway does not answer as istiod, with the reason; one that does must leave the list. */
export const pendingCases: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
);
