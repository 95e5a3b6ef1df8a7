/** One setting: where it comes from, what it may be, and what it is for. */
export interface Setting {
  /** Name in the code. */
  readonly name: string;
  /** Long flag without the dashes. */
  readonly flag: string;
  /** Environment variables, the first one ours; others are names that istiod's users know. */
  readonly env: readonly [string, ...string[]];
  readonly type: SettingType;
  /** As text, in the same form as a flag's value; empty means not set. */
  readonly default: string;
  /** One sentence for --help and the reference. */
  readonly doc: string;
}

export type SettingType = "text" | "path" | "address" | "count" | "duration" | "words" | "level" | "levels" | "choice";

/**
 * Every setting of `fairway up`, once. Flags win over the environment, the environment over defaults. The reference in
 * docs/reference/settings.md is made from this table.
 */
export const settingsTable = [
  {
    name: "dataDir",
    flag: "data-dir",
    env: ["FAIRWAY_DATA_DIR"],
    type: "path",
    default: "./.fairway",
    doc: "Directory of the embedded store, the certificate authority and the administrator's kubeconfig.",
  },
  {
    name: "configDir",
    flag: "config-dir",
    env: ["FAIRWAY_CONFIG_DIR"],
    type: "path",
    default: "",
    doc: "Directory of YAML files that are kept in the store as they change.",
  },
  {
    name: "apiAddress",
    flag: "api-address",
    env: ["FAIRWAY_API_ADDRESS"],
    type: "address",
    default: "127.0.0.1:15080",
    doc: "Where the Kubernetes-style API listens (TLS); port 0 picks a free one.",
  },
  {
    name: "xdsAddress",
    flag: "xds-address",
    env: ["FAIRWAY_XDS_ADDRESS"],
    type: "address",
    default: "127.0.0.1:15010",
    doc: "Where xDS is served in plain text; port 0 picks a free one.",
  },
  {
    name: "xdsTlsAddress",
    flag: "xds-tls-address",
    env: ["FAIRWAY_XDS_TLS_ADDRESS"],
    type: "address",
    default: "127.0.0.1:15012",
    doc: "Where xDS is served over TLS; port 0 picks a free one.",
  },
  {
    name: "httpAddress",
    flag: "http-address",
    env: ["FAIRWAY_HTTP_ADDRESS"],
    type: "address",
    default: "127.0.0.1:15014",
    doc: "Where metrics, health and debug pages are served.",
  },
  {
    name: "ctrlzAddress",
    flag: "ctrlz-address",
    env: ["FAIRWAY_CTRLZ_ADDRESS"],
    type: "address",
    default: "127.0.0.1:9876",
    doc: "Where ControlZ, the page that changes log levels at run time, is served.",
  },
  {
    name: "debugAuth",
    flag: "debug-auth",
    env: ["FAIRWAY_DEBUG_AUTH", "ENABLE_DEBUG_ENDPOINT_AUTH"],
    type: "choice",
    default: "true",
    doc: "Whether debug pages and ControlZ ask who comes from another machine for the administrator's token: true or false.",
  },
  {
    name: "meshConfig",
    flag: "mesh-config",
    env: ["FAIRWAY_MESH_CONFIG"],
    type: "path",
    default: "",
    doc: "File with the MeshConfig, watched; without it the ConfigMap `istio` of the root namespace is.",
  },
  {
    name: "networks",
    flag: "networks",
    env: ["FAIRWAY_NETWORKS"],
    type: "path",
    default: "",
    doc: "File with the MeshNetworks, watched; without it the ConfigMap `istio` of the root namespace is.",
  },
  {
    name: "rootNamespace",
    flag: "root-namespace",
    env: ["FAIRWAY_ROOT_NAMESPACE"],
    type: "text",
    default: "",
    doc: "Namespace whose configuration holds for the whole mesh; stands over the MeshConfig's, which is istio-system.",
  },
  {
    name: "watchedNamespaces",
    flag: "watched-namespaces",
    env: ["FAIRWAY_WATCHED_NAMESPACES"],
    type: "words",
    default: "",
    doc: "Namespaces whose services and workloads count, separated by commas; without any, all do.",
  },
  {
    name: "domainSuffix",
    flag: "domain-suffix",
    env: ["FAIRWAY_DOMAIN_SUFFIX"],
    type: "text",
    default: "cluster.local",
    doc: "Domain of the names of Services.",
  },
  {
    name: "clusterId",
    flag: "cluster-id",
    env: ["FAIRWAY_CLUSTER_ID", "CLUSTER_ID"],
    type: "text",
    default: "Kubernetes",
    doc: "Name of the cluster that the objects are of, as proxies of it say it.",
  },
  {
    name: "debounceAfter",
    flag: "debounce-after",
    env: ["FAIRWAY_DEBOUNCE_AFTER", "PILOT_DEBOUNCE_AFTER"],
    type: "duration",
    default: "100ms",
    doc: "How long no change must have come in before changes are pushed.",
  },
  {
    name: "debounceMax",
    flag: "debounce-max",
    env: ["FAIRWAY_DEBOUNCE_MAX", "PILOT_DEBOUNCE_MAX"],
    type: "duration",
    default: "10s",
    doc: "How long changes wait at the most, however many come in.",
  },
  {
    name: "endpointDebounce",
    flag: "endpoint-debounce",
    env: ["FAIRWAY_ENDPOINT_DEBOUNCE", "PILOT_ENABLE_EDS_DEBOUNCE"],
    type: "choice",
    default: "true",
    doc: "Whether changes of endpoints wait too (true), or are pushed at once (false).",
  },
  {
    name: "pushThrottle",
    flag: "push-throttle",
    env: ["FAIRWAY_PUSH_THROTTLE", "PILOT_PUSH_THROTTLE"],
    type: "count",
    default: "100",
    doc: "How many proxies are pushed to at the same time.",
  },
  {
    name: "gatewayNameRefresh",
    flag: "gateway-name-refresh",
    env: ["FAIRWAY_GATEWAY_NAME_REFRESH"],
    type: "duration",
    default: "30s",
    doc: "Time between two look-ups of a network gateway's host name at the least; longer if DNS says so, up to an hour.",
  },
  {
    name: "multiRootMesh",
    flag: "multi-root-mesh",
    env: ["FAIRWAY_MULTIROOT_MESH", "ISTIO_MULTIROOT_MESH"],
    type: "choice",
    default: "false",
    doc: "Whether Istio's agents are told all root certificates that the mesh trusts: true or false.",
  },
  {
    name: "xdsMaxConnections",
    flag: "xds-max-connections",
    env: ["FAIRWAY_XDS_MAX_CONNECTIONS"],
    type: "count",
    default: "20000",
    doc: "How many connections each xDS address takes at the same time; further ones are closed at once.",
  },
  {
    name: "xdsMaxStreams",
    flag: "xds-max-streams",
    env: ["FAIRWAY_XDS_MAX_STREAMS", "ISTIO_GPRC_MAXSTREAMS"],
    type: "count",
    default: "1000",
    doc: "How many streams one xDS connection may have at the same time.",
  },
  {
    name: "xdsMaxMessage",
    flag: "xds-max-message",
    env: ["FAIRWAY_XDS_MAX_MESSAGE", "ISTIO_GPRC_MAXRECVMSGSIZE"],
    type: "count",
    default: "4194304",
    doc: "How many bytes one message from an xDS client may have.",
  },
  {
    name: "xdsMaxNames",
    flag: "xds-max-names",
    env: ["FAIRWAY_XDS_MAX_NAMES"],
    type: "count",
    default: "100000",
    doc: "How many resources of one type an xDS stream may ask for by name.",
  },
  {
    name: "xdsFirstRequest",
    flag: "xds-first-request",
    env: ["FAIRWAY_XDS_FIRST_REQUEST"],
    type: "duration",
    default: "15s",
    doc: "How long an xDS stream may take to bring its first request.",
  },
  {
    name: "historyRevisions",
    flag: "history-revisions",
    env: ["FAIRWAY_HISTORY_REVISIONS"],
    type: "count",
    default: "10000",
    doc: "How many of the newest revisions the store keeps, however old they are.",
  },
  {
    name: "historyAge",
    flag: "history-age",
    env: ["FAIRWAY_HISTORY_AGE"],
    type: "duration",
    default: "1h",
    doc: "How long the store keeps every revision, however many there are.",
  },
  {
    name: "logLevel",
    flag: "log-level",
    env: ["FAIRWAY_LOG_LEVEL"],
    type: "level",
    default: "info",
    doc: "Level of all log scopes at start: none, error, warn, info or debug.",
  },
  {
    name: "logScopes",
    flag: "log-scopes",
    env: ["FAIRWAY_LOG_SCOPES"],
    type: "levels",
    default: "",
    doc: "Levels of single scopes at start, such as store=debug,http=warn.",
  },
  {
    name: "logFormat",
    flag: "log-format",
    env: ["FAIRWAY_LOG_FORMAT"],
    type: "choice",
    default: "auto",
    doc: "json, text, or auto: text on a terminal and JSON lines elsewhere.",
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof settingsTable)[number]["name"];
