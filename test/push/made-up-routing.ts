import type { Resource } from "../../src/api/index.ts";
import type { Random } from "../../src/base/testing/random.ts";
import { oneOf, perhaps, several } from "../walker/random-choices.ts";
import {
  apps,
  exportTo,
  made,
  numbered,
  someHost,
  someLabels,
  someWorkloadSelector,
  wholeHost,
} from "./made-up-names.ts";

const networking = "networking.istio.io/v1";

function destination(random: Random): object {
  return {
    host: wholeHost(random),
    ...perhaps(random, 0.4, () => ({ subset: oneOf(random, ["v1", "v2"]) })),
    ...perhaps(random, 0.5, () => ({ port: { number: oneOf(random, [80, 81, 9000]) } })),
  };
}

function httpRoute(random: Random): object {
  const match = several(random, 1, 2, () =>
    oneOf<object>(random, [
      { uri: { prefix: `/${random.below(3)}` } },
      { headers: { "x-user": { exact: oneOf(random, ["jason", "ann"]) } } },
      { sourceLabels: someLabels(random) },
      { sourceNamespace: oneOf(random, ["a", "b"]) },
      { port: oneOf(random, [80, 81]) },
      { uri: { prefix: "/g" }, gateways: [oneOf(random, ["mesh", "gw0"])] },
    ]),
  );
  const weighted = random.chance(0.3);
  const route = weighted
    ? [
        { destination: destination(random), weight: 30 },
        { destination: destination(random), weight: 70 },
      ]
    : [{ destination: destination(random) }];
  return {
    ...(random.chance(0.6) && { match }),
    ...(random.chance(0.1) ? { redirect: { uri: "/elsewhere" } } : { route }),
    ...perhaps(random, 0.3, () => ({ timeout: `${1 + random.below(5)}s` })),
    ...perhaps(random, 0.2, () => ({ retries: { attempts: random.below(4), retryOn: "5xx" } })),
    ...perhaps(random, 0.2, () => ({ headers: { request: { set: { "x-set": String(random.below(3)) } } } })),
  };
}

/** Routes of all protocols, for the mesh and for gateways, whole or in parts that others include. */
export function madeVirtualService(random: Random, namespace: string): Resource {
  const name = numbered(random, "vs", 4);
  const meta = { name, namespace };
  // The last one is a part: it has no hosts.
  if (name === "vs3") {
    const http = [{ match: [{ uri: { prefix: "/0/part" } }], route: [{ destination: destination(random) }] }];
    return made(networking, "VirtualService", meta, { spec: { http, ...exportTo(random) } });
  }
  const include = {
    match: [{ uri: { prefix: "/0" } }],
    delegate: { name: "vs3", namespace: oneOf(random, ["a", "b", "istio-system"]) },
  };
  const gateways = oneOf<readonly string[] | undefined>(random, [
    undefined,
    undefined,
    ["mesh"],
    ["gw0"],
    ["istio-system/gw0", "mesh"],
  ]);
  const host =
    gateways && !gateways.includes("mesh") ? oneOf(random, ["shop.example.com", "*.example.com"]) : someHost(random);
  const tcp = random.chance(0.15) && {
    tcp: [{ match: [{ port: 9000 }], route: [{ destination: destination(random) }] }],
  };
  const tls = random.chance(0.1) &&
    !host.startsWith("*") && {
      tls: [
        {
          match: [{ port: 443, sniHosts: [host.includes(".") ? host : `${host}.a`] }],
          route: [{ destination: destination(random) }],
        },
      ],
    };
  return made(networking, "VirtualService", meta, {
    spec: {
      hosts: [host],
      ...(gateways && { gateways }),
      http: [...(random.chance(0.25) ? [include] : []), ...several(random, 1, 3, () => httpRoute(random))],
      ...tcp,
      ...tls,
      ...exportTo(random),
    },
  });
}

function trafficPolicy(random: Random): object {
  return {
    ...perhaps(random, 0.4, () => ({ connectionPool: { tcp: { maxConnections: 1 + random.below(5) } } })),
    ...perhaps(random, 0.5, () => ({
      loadBalancer: oneOf<object>(random, [
        { simple: oneOf(random, ["ROUND_ROBIN", "LEAST_REQUEST", "RANDOM", "PASSTHROUGH"]) },
        { consistentHash: { httpHeaderName: oneOf(random, ["x-user", "x-other"]) } },
        { consistentHash: { useSourceIp: true, ringHash: { minimumRingSize: 512 } } },
        { consistentHash: { httpCookie: { name: "session", ttl: "10s" } } },
        { localityLbSetting: { enabled: true, failover: [{ from: "r1", to: "r2" }] } },
      ]),
    })),
    ...perhaps(random, 0.2, () => ({ outlierDetection: { consecutive5xxErrors: 1 + random.below(5) } })),
    ...perhaps(random, 0.25, () => ({ tls: { mode: oneOf(random, ["ISTIO_MUTUAL", "DISABLE", "SIMPLE"]) } })),
  };
}

export function madeDestinationRule(random: Random, namespace: string): Resource {
  return made(
    networking,
    "DestinationRule",
    { name: numbered(random, "dr", 4), namespace },
    {
      spec: {
        host: someHost(random),
        trafficPolicy: trafficPolicy(random),
        subsets: ["v1", "v2"]
          .filter(() => random.chance(0.6))
          .map((version) => ({
            name: version,
            labels: { version },
            ...perhaps(random, 0.4, () => ({ trafficPolicy: trafficPolicy(random) })),
          })),
        ...exportTo(random),
        ...(random.chance(0.25) && { workloadSelector: { matchLabels: someLabels(random) } }),
      },
    },
  );
}

export function madeGateway(random: Random, namespace: string): Resource {
  const server = (number: number) => {
    const protocol = oneOf(random, ["HTTP", "HTTP", "HTTPS", "TCP", "TLS"]);
    const passes = protocol === "TLS" || protocol === "TCP";
    return {
      port: { number, name: `${protocol.toLowerCase()}-${number}`, protocol },
      hosts: several(random, 1, 2, () =>
        oneOf(random, ["*", "shop.example.com", "a/*.example.com", "./shop.example.com"]),
      ).filter((host, i, all) => all.indexOf(host) === i),
      ...(protocol === "HTTPS" && { tls: { mode: "SIMPLE", credentialName: numbered(random, "cert", 2) } }),
      ...(protocol === "TLS" && passes && { tls: { mode: oneOf(random, ["PASSTHROUGH", "AUTO_PASSTHROUGH"]) } }),
    };
  };
  return made(
    networking,
    "Gateway",
    { name: numbered(random, "gw", 2), namespace },
    {
      spec: {
        selector: oneOf<object>(random, [
          { istio: "ingressgateway" },
          { istio: "ingressgateway" },
          { app: "gw" },
          someLabels(random),
        ]),
        servers: [80, 443].slice(random.below(2)).map(server),
      },
    },
  );
}

/** Sidecars for some workloads or for a whole namespace; the root's is for all namespaces without one. */
export function madeSidecar(random: Random, namespace: string): Resource {
  const host = () =>
    oneOf(random, [
      "./*",
      "*/*",
      "b/*",
      "istio-system/*",
      "~/*",
      "*/s0.a.svc.cluster.local",
      "a/*.a.svc.cluster.local",
      "*/*.example.com",
    ]);
  const hosts = () => [...new Set(several(random, 1, 3, host))];
  const selected = namespace !== "istio-system" && random.chance(0.25);
  return made(
    networking,
    "Sidecar",
    { name: numbered(random, "sc", 2), namespace },
    {
      spec: {
        ...(selected && { workloadSelector: { labels: someLabels(random) } }),
        egress: [
          ...perhapsListed(random, 0.2, () => ({
            port: { number: 9080, protocol: "HTTP", name: "egress" },
            bind: oneOf(random, ["127.0.0.1", "0.0.0.0"]),
            hosts: hosts(),
          })),
          { hosts: hosts() },
        ],
        ...perhaps(random, 0.2, () => ({
          ingress: [
            {
              port: { number: 9090, protocol: "HTTP", name: "ingress" },
              defaultEndpoint: oneOf(random, ["127.0.0.1:8080", "0.0.0.0:8080"]),
            },
          ],
        })),
        ...perhaps(random, 0.3, () => ({
          outboundTrafficPolicy: { mode: oneOf(random, ["ALLOW_ANY", "REGISTRY_ONLY"]) },
        })),
      },
    },
  );
}

function perhapsListed<T>(random: Random, probability: number, make: () => T): readonly T[] {
  return random.chance(probability) ? [make()] : [];
}

/** Patches of clusters, listeners and routes. */
export function madeEnvoyFilter(random: Random, namespace: string): Resource {
  const context = oneOf(random, ["ANY", "SIDECAR_INBOUND", "SIDECAR_OUTBOUND", "GATEWAY"]);
  const named = random.chance(0.3) ? { proxy: { metadata: { ZONE: oneOf(random, ["north", "south"]) } } } : {};
  const merge = (value: object) => ({ operation: "MERGE", value });
  const configPatches = several(random, 1, 2, () =>
    oneOf<object>(random, [
      {
        applyTo: "CLUSTER",
        match: { context, ...named, cluster: { service: `${oneOf(random, apps)}.a.svc.cluster.local` } },
        patch: merge({ alt_stat_name: `patched-${random.below(3)}` }),
      },
      {
        applyTo: "CLUSTER",
        match: { context, ...named },
        patch: merge({ connect_timeout: `${1 + random.below(3)}s` }),
      },
      {
        applyTo: "LISTENER",
        match: { context, ...named, listener: { portNumber: oneOf(random, [80, 9000, 15006]) } },
        patch: merge({ stat_prefix: `patched-${random.below(3)}` }),
      },
      {
        applyTo: "VIRTUAL_HOST",
        match: { context, ...named },
        patch: merge({ request_headers_to_remove: [`x-${random.below(3)}`] }),
      },
    ]),
  );
  return made(
    "networking.istio.io/v1alpha3",
    "EnvoyFilter",
    { name: numbered(random, "ef", 1), namespace },
    {
      spec: {
        configPatches,
        ...someWorkloadSelector(random),
        ...perhaps(random, 0.3, () => ({ priority: random.below(3) })),
      },
    },
  );
}
