const http = [
  "buffer",
  "cors",
  "csrf",
  "ext_authz",
  "fault",
  "grpc_http1_bridge",
  "grpc_json_transcoder",
  "grpc_web",
  "gzip",
  "health_check",
  "ip_tagging",
  "lua",
  "router",
  "squash",
];
const listener = ["http_inspector", "original_dst", "original_src", "proxy_protocol", "tls_inspector"];
const network = [
  "client_ssl_auth",
  "echo",
  "ext_authz",
  "http_connection_manager",
  "mongo_proxy",
  "ratelimit",
  "redis_proxy",
  "tcp_proxy",
];

const names: ReadonlyMap<string, string> = new Map([
  ...network.map((name) => [`envoy.${name}`, `envoy.filters.network.${name}`] as const),
  ...http.map((name) => [`envoy.${name}`, `envoy.filters.http.${name}`] as const),
  ...listener.map((name) => [`envoy.listener.${name}`, `envoy.filters.listener.${name}`] as const),
  ["envoy.rate_limit", "envoy.filters.http.ratelimit"],
  ["envoy.http_dynamo_filter", "envoy.filters.http.dynamo"],
]);

/** Today's name of an Envoy filter that is called by a name from before Envoy 1.14; undefined for others. */
export function currentFilterName(name: string): string | undefined {
  return names.get(name);
}
