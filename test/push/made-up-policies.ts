import type { Resource } from "../../src/api/index.ts";
import type { Random } from "../../src/base/testing/random.ts";
import { oneOf, perhaps } from "../walker/random-choices.ts";
import { made, numbered, someSelector } from "./made-up-names.ts";

const security = "security.istio.io/v1";

export function madePeerAuthentication(random: Random, namespace: string): Resource {
  const selector = someSelector(random);
  const mode = () => oneOf(random, ["STRICT", "PERMISSIVE", "DISABLE", "UNSET"]);
  return made(
    security,
    "PeerAuthentication",
    { name: numbered(random, "pa", 2), namespace },
    {
      spec: {
        ...selector,
        mtls: { mode: mode() },
        ...("selector" in selector && random.chance(0.5) && { portLevelMtls: { 8080: { mode: mode() } } }),
      },
    },
  );
}

const keys = JSON.stringify({ keys: [{ kty: "oct", k: "AAAA", kid: "one" }] });

export function madeRequestAuthentication(random: Random, namespace: string): Resource {
  const jwtRules = [
    {
      issuer: oneOf(random, ["issuer@example.com", "other@example.com"]),
      jwks: keys,
      ...perhaps(random, 0.3, () => ({ forwardOriginalToken: true })),
      ...perhaps(random, 0.3, () => ({ fromHeaders: [{ name: "x-token" }] })),
    },
  ];
  return made(
    security,
    "RequestAuthentication",
    { name: numbered(random, "ra", 1), namespace },
    { spec: { ...someSelector(random), jwtRules } },
  );
}

export function madeAuthorizationPolicy(random: Random, namespace: string): Resource {
  const from = oneOf<object>(random, [
    { principals: ["cluster.local/ns/a/sa/default"] },
    { namespaces: [oneOf(random, ["a", "b"])] },
    { requestPrincipals: ["*"] },
    { ipBlocks: ["10.1.0.0/16"] },
  ]);
  const to = { operation: { methods: [oneOf(random, ["GET", "POST"])], paths: [`/${random.below(3)}*`] } };
  return made(
    security,
    "AuthorizationPolicy",
    { name: numbered(random, "ap", 2), namespace },
    {
      spec: {
        ...someSelector(random),
        action: oneOf(random, ["ALLOW", "DENY", "AUDIT"]),
        rules: [{ from: [{ source: from }], ...(random.chance(0.6) && { to: [to] }) }],
      },
    },
  );
}

export function madeTelemetry(random: Random, namespace: string): Resource {
  return made(
    "telemetry.istio.io/v1",
    "Telemetry",
    { name: numbered(random, "tm", 1), namespace },
    {
      spec: {
        ...someSelector(random),
        ...perhaps(random, 0.6, () => ({
          accessLogging: [
            {
              providers: [{ name: "envoy" }],
              ...perhaps(random, 0.4, () => ({ filter: { expression: `response.code >= ${400 + random.below(3)}` } })),
              ...perhaps(random, 0.3, () => ({ disabled: true })),
            },
          ],
        })),
        ...perhaps(random, 0.3, () => ({
          metrics: [
            {
              providers: [{ name: "prometheus" }],
              overrides: [{ match: { metric: "REQUEST_COUNT" }, disabled: random.chance(0.5) }],
            },
          ],
        })),
        ...perhaps(random, 0.3, () => ({ tracing: [{ randomSamplingPercentage: random.below(100) }] })),
      },
    },
  );
}

export function madeWasmPlugin(random: Random, namespace: string): Resource {
  return made(
    "extensions.istio.io/v1alpha1",
    "WasmPlugin",
    { name: numbered(random, "wp", 2), namespace },
    {
      spec: {
        ...someSelector(random),
        url: `file:///plugin-${random.below(2)}.wasm`,
        phase: oneOf(random, ["AUTHN", "AUTHZ", "STATS", "UNSPECIFIED_PHASE"]),
        ...perhaps(random, 0.4, () => ({ priority: random.below(3) })),
        ...perhaps(random, 0.4, () => ({ pluginConfig: { level: random.below(3) } })),
      },
    },
  );
}

export function madeTrafficExtension(random: Random, namespace: string): Resource {
  return made(
    "extensions.istio.io/v1alpha1",
    "TrafficExtension",
    { name: numbered(random, "te", 1), namespace },
    {
      spec: {
        ...someSelector(random),
        phase: oneOf(random, ["AUTHN", "AUTHZ", "STATS"]),
        ...perhaps(random, 0.4, () => ({ priority: random.below(3) })),
        lua: { inlineCode: `function envoy_on_request(handle) handle:logInfo("${random.below(3)}") end` },
      },
    },
  );
}

/** The mesh's settings, and its networks. */
export function madeMeshConfig(random: Random): Resource {
  const lines = [
    ...(random.chance(0.5) ? ["accessLogFile: /dev/stdout"] : []),
    ...(random.chance(0.4) ? [`outboundTrafficPolicy: {mode: ${oneOf(random, ["ALLOW_ANY", "REGISTRY_ONLY"])}}`] : []),
    ...(random.chance(0.3) ? [`connectTimeout: ${1 + random.below(5)}s`] : []),
    ...(random.chance(0.2) ? ["trustDomain: other.domain"] : []),
    ...(random.chance(0.2) ? [`defaultServiceExportTo: ["${oneOf(random, [".", "*"])}"]`] : []),
    ...(random.chance(0.3) ? ["enableAutoMtls: false"] : []),
    ...(random.chance(0.2) ? ["localityLbSetting: {enabled: false}"] : []),
  ];
  const networks = random.chance(0.4)
    ? `networks: {n2: {endpoints: [{fromCidr: 10.2.0.0/16}], gateways: [{address: 192.0.2.${1 + random.below(3)}, port: 15443}]}}`
    : "networks: {}";
  return made(
    "v1",
    "ConfigMap",
    { name: "istio", namespace: "istio-system" },
    { data: { mesh: lines.join("\n") || "{}", meshNetworks: networks } },
  );
}
