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
