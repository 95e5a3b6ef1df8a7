import type { Random } from "../../src/base/testing/random.ts";

/** Every key of a node's metadata that is read somewhere. */
export const metadataKeys: readonly [string, ...string[]] = [
  "CLUSTER_ID",
  "DNS_CAPTURE",
  "ENABLE_SELF_DISCOVERY",
  "ENVOY_PROMETHEUS_PORT",
  "ENVOY_STATUS_PORT",
  "GENERATOR",
  "HTTP10",
  "HTTP_PROXY_PORT",
  "IDLE_TIMEOUT",
  "INBOUND_LISTENER_EXACT_BALANCE",
  "INSTANCE_IPS",
  "INTERCEPTION_MODE",
  "ISTIO_VERSION",
  "LABELS",
  "MESH_ID",
  "NAMESPACE",
  "NETWORK",
  "NODE_NAME",
  "OUTBOUND_LISTENER_EXACT_BALANCE",
  "POD_PORTS",
  "PROXY_CONFIG",
  "REQUESTED_NETWORK_VIEW",
  "SERVICE_ACCOUNT",
  "TLS_CLIENT_CERT_CHAIN",
  "TLS_CLIENT_KEY",
  "TLS_CLIENT_ROOT_CERT",
  "TLS_SERVER_CERT_CHAIN",
  "TLS_SERVER_KEY",
  "TLS_SERVER_ROOT_CERT",
  "UNPRIVILEGED_POD",
  "credential",
];

/** Nested as deep as a message may be. */
function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { a: value };
  return value;
}

/** An object that nothing can be made of but itself. */
const unprintable = { toString: 1, valueOf: 1, toJSON: 1, constructor: 1, length: -1 };

/** Values that are not what anybody expects. */
export const oddValues: readonly [unknown, ...unknown[]] = [
  null,
  0,
  1,
  -1,
  1.5,
  1e308,
  true,
  false,
  "",
  " ",
  "1",
  "-1",
  "65536",
  "true",
  "a\u0000b",
  "\u{1f4a9}",
  "..",
  "*",
  "a,b,,c",
  "10.0.0.1,10.0.0.1, ::1,x",
  "999999999999999999999s",
  "-1s",
  '[{"name":"http","containerPort":-1},{"name":"http","containerPort":1e308},{"name":1},null]',
  "x".repeat(10_000),
  [],
  [null],
  ["a", 1, {}],
  {},
  { a: null },
  { ["__proto__"]: { polluted: true }, constructor: null },
  unprintable,
  [unprintable],
  deep(20),
];

/** Metadata in which some keys have values that are none for them. */
export function oddMetadata(random: Random): object {
  const metadata: { [key: string]: unknown } = {};
  if (random.chance(0.5)) metadata["ISTIO_VERSION"] = "1.31.0";
  for (let i = random.below(6); i >= 0; i--) metadata[random.pick(metadataKeys)] = random.pick(oddValues);
  return metadata;
}
