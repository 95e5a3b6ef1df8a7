/** Labels and annotations by which users steer discovery. */
export const wellKnown = {
  /** Label of a slice: name of the Service whose endpoints it holds. */
  sliceService: "kubernetes.io/service-name",
  /** Label of pods, namespaces, Services and entries: their network. */
  network: "topology.istio.io/network",
  /** Label of placed workloads: their cluster. */
  cluster: "topology.istio.io/cluster",
  region: "topology.kubernetes.io/region",
  zone: "topology.kubernetes.io/zone",
  /** Names of the two before Kubernetes 1.17; old nodes still carry them. */
  oldRegion: "failure-domain.beta.kubernetes.io/region",
  oldZone: "failure-domain.beta.kubernetes.io/zone",
  subzone: "topology.istio.io/subzone",
  node: "kubernetes.io/hostname",
  /** Label of a workload: its locality, with dots or slashes. */
  locality: "istio-locality",
  /** Label of a workload: `istio` if it speaks the mesh's mutual TLS. */
  tlsMode: "security.istio.io/tlsMode",
  /** Label of a workload, with any value: it takes no new sessions. */
  draining: "istio.io/draining",
  /** Annotation of a Service: where it is seen. */
  exportTo: "networking.istio.io/exportTo",
  /** Annotation: which endpoints are preferred, where the field cannot be set. */
  trafficDistribution: "networking.istio.io/traffic-distribution",
  /** Annotation of a Service: further service accounts of its namespace, or whole identities. */
  serviceAccounts: "alpha.istio.io/kubernetes-serviceaccounts",
  identities: "alpha.istio.io/canonical-serviceaccounts",
  /** Label of a Service with `topology.istio.io/network`: the port for traffic from other networks. */
  gatewayPort: "networking.istio.io/gatewayPort",
  /** Annotation of a NodePort Service: labels, as JSON, of the nodes by which it is reached. */
  nodeSelector: "traffic.istio.io/nodeSelector",
  /** Label of a ServiceEntry: `false` refuses an allocated address. */
  allocateAddress: "networking.istio.io/enable-autoallocate-ip",
  /** Annotation of a WorkloadEntry: it takes traffic only once it was found healthy. */
  healthChecked: "proxy.istio.io/health-checks-enabled",
} as const;
