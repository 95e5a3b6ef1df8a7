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
  "with several gateways of networks istiod multiplies all weights, and sends a proxy without a network through gateways":
    [
      "net-cluster-local",
      "net-failover-priority",
      "net-gateway-label",
      "net-mesh-networks",
      "net-mtls-disabled",
      "net-subset-locality",
      "net-workload-entries",
    ],
  "without its dual-stack flag istiod serves the first address family only, and leaves addresses of others out of domains":
    ["k8s-dual-stack", "k8s-ipv6"],
  "persistent sessions: istiod names HEALTHY in overrideHostStatus and sends draining endpoints": [
    "k8s-endpoint-conditions",
    "k8s-persistent-session",
  ],
  "subsets of external services are external here too": ["se-dns-endpoints"],
  "authorities are asked for by a name of their own here": ["gw-mutual-ca-credential"],
  "the port of each server decides here": ["gw-several-protocols"],
  "idle times of TCP reach the inbound proxy here, and maxConcurrentStreams goes with the client's protocol": [
    "sidecar-inbound-pool-all",
    "sidecar-ingress-pool-all",
  ],
  "tls of a Sidecar's ingress listener needs a feature flag in istiod": [
    "sidecar-ingress-tls",
    "sidecar-ingress-tls-fields",
  ],
  "ports in Host headers are matched on HTTP proxy ports here": ["mesh-proxy-http-port", "sidecar-http-proxy"],
  "meshMTLS: istiod applies it to servers only, not to clients' clusters": ["mesh-tls-settings"],
  "istiod keeps previous_hosts in the retry policy when the first subset hashes by source address": ["dr-subset-hash"],
  "credentialName: istiod sends sidecars that the rule does not select no TLS at all": ["dr-tls-credential"],
  "retryPriority is sent as itself by istiod, as a TypedStruct here": ["gw-vs-cors-mirror-fault", "vs-retries"],
  "an SCTP port is served like an unnamed TCP port by istiod": ["k8s-udp-sctp"],
  "istiod keeps localities without endpoints when weights are distributed for the mesh": ["mesh-locality-distribute"],
  "preserveHttp1HeaderCase of a proxy does not reach its inbound clusters yet": ["node-proxy-headers"],
  "PERMISSIVE on one port of a STRICT workload: istiod lists the ports without TLS inspection": [
    "pa-port-level-permissive",
  ],
  "istiod lets a ServiceEntry take over the host of a Kubernetes Service": ["se-over-kubernetes-host"],
  "istiod makes a filter chain for each CIDR of an entry": ["se-several-cidrs"],
  "istiod takes the default endpoint [::1] of a Sidecar for 127.0.0.1": ["sidecar-ingress-https-http2"],
  "istiod sorts withoutHeaders among the other headers": ["vs-match-headers"],
  "the object is named in the metadata of a filter chain here, where istiod does not": ["vs-tcp-match"],
};

/** Our own cases in which Fairway does not answer as istiod, with the reason; one that does must leave the list. */
export const pendingCases: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
);
