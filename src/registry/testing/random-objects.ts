import type { Resource } from "../../api/index.ts";
import { namespace, node, object, pod, podEndpoint, service, serviceEntry, slice, workloadEntry } from "./objects.ts";

/** A source of numbers from 0 up to but not including `end`. */
export type Below = (end: number) => number;

const makers: readonly ((below: Below, i: number) => Resource)[] = [
  randomService,
  randomSlice,
  randomSlice,
  randomEndpoints,
  randomPod,
  randomPod,
  randomPod,
  randomNode,
  randomNamespace,
  randomServiceEntry,
  randomServiceEntry,
  randomWorkloadEntry,
];

/** An object of a kind of the registry's, of few names, so that objects meet often. */
export function randomObject(below: Below): Resource {
  const make = makers[below(makers.length)] as (typeof makers)[number];
  return make(below, below(5));
}

const word = (below: Below, ...words: readonly string[]): string => words[below(words.length)] as string;
const space = (below: Below): string => word(below, "app", "app", "other", "root");
const address = (i: number): string => `10.0.0.${i}`;
const time = (below: Below): string => `2026-01-0${1 + below(4)}T00:00:00Z`;
const maybe = <T>(below: Below, value: T): T | undefined => (below(3) === 0 ? value : undefined);

function labels(below: Below): { readonly [key: string]: string } {
  return {
    app: word(below, "s0", "s1", "s2"),
    ...(below(2) === 0 && { version: word(below, "v1", "v2") }),
    ...(below(4) === 0 && { "topology.istio.io/network": word(below, "n1", "n2") }),
    ...(below(3) === 0 && { "security.istio.io/tlsMode": "istio" }),
  };
}

function selector(below: Below): { readonly [key: string]: string } {
  return { app: word(below, "s0", "s1", "s2"), ...(below(3) === 0 && { version: "v1" }) };
}

function randomService(below: Below, i: number): Resource {
  const ports = [
    { name: "http", port: 80, targetPort: below(2) === 0 ? 8080 : "web", protocol: "TCP" },
    ...(below(2) === 0 ? [{ name: "dns", port: 53, protocol: "UDP" }] : []),
  ];
  const kind = below(6);
  const spec = {
    ports,
    selector: below(4) === 0 ? undefined : selector(below),
    ...(kind === 0 && { clusterIP: "None" }),
    ...(kind === 1 && { type: "ExternalName", externalName: "s1.app.svc.cluster.local", clusterIP: undefined }),
    ...(kind === 2 && { type: "LoadBalancer" }),
    ...(kind === 3 && { type: "NodePort", ports: [{ name: "http", port: 15443, nodePort: 30_000 }] }),
  };
  const annotations = {
    ...(kind === 3 && { "traffic.istio.io/nodeSelector": word(below, "{}", '{"gw":"yes"}', "broken") }),
    ...(below(3) === 0 && {
      topologyKeys: word(below, '["site"]', '["site","gw"]', '{"ordered":["gw","*"]}', "broken"),
    }),
    ...(below(4) === 0 && { "fairway.dev/mesh-topology": word(below, "true", "false") }),
  };
  const meta = {
    namespace: space(below),
    creationTimestamp: time(below),
    labels: labels(below),
    annotations,
  };
  const status = { loadBalancer: { ingress: [{ ip: "192.0.2.1" }, { hostname: "lb.example.com" }] } };
  return service(`s${i}`, spec, meta, kind === 2 ? status : undefined);
}

function randomSlice(below: Below, i: number): Resource {
  const endpoints = Array.from({ length: below(4) }, () => {
    const n = below(6);
    const conditions = { ready: below(3) > 0, serving: below(2) === 0, terminating: below(3) === 0 };
    return below(3) === 0 ? { addresses: [address(n)] } : podEndpoint(`p${n}`, address(n), conditions);
  });
  const of = { namespace: space(below), labels: { "kubernetes.io/service-name": `s${below(5)}` } };
  return slice(`slice-${i}`, "", endpoints, {}, of);
}

function randomEndpoints(below: Below, i: number): Resource {
  const ip = address(below(6));
  const subsets = [{ addresses: [{ ip }], ports: [{ name: "http", port: 8080 }] }];
  return object("v1", "Endpoints", `s${i}`, { namespace: space(below) }, { subsets });
}

function randomPod(below: Below, i: number): Resource {
  const status = below(6) === 0 ? { phase: "Failed" } : below(5) === 0 ? { conditions: [] } : {};
  const spec = { nodeName: `node-${below(3)}`, hostNetwork: below(8) === 0, serviceAccountName: maybe(below, "sa") };
  return pod(`p${i}`, address(below(6)), spec, { namespace: space(below), labels: labels(below) }, status);
}

function randomNode(below: Below, i: number): Resource {
  const labels = {
    "topology.kubernetes.io/region": word(below, "r1", "r2"),
    gw: word(below, "yes", "no"),
    ...(below(3) > 0 && { site: word(below, "east", "west") }),
  };
  return node(`node-${i % 3}`, labels, [{ type: "ExternalIP", address: `203.0.113.${i}` }]);
}

function randomNamespace(below: Below): Resource {
  const network = maybe(below, word(below, "n1", "n3"));
  return namespace(space(below), {
    watched: word(below, "yes", "yes", "no"),
    ...(network && { "topology.istio.io/network": network }),
  });
}

function randomServiceEntry(below: Below, i: number): Resource {
  const resolution = word(below, "NONE", "STATIC", "STATIC", "DNS", "DNS", "DYNAMIC_DNS");
  const hosts = [`h${below(4)}.example.com`, ...(below(3) === 0 ? [`h${below(4)}.example.com`] : [])];
  const endpoint = { address: address(below(6)), network: maybe(below, "n2"), serviceAccount: maybe(below, "sa") };
  const members = below(2) === 0 ? { endpoints: [endpoint] } : { workloadSelector: { labels: selector(below) } };
  const ports = [{ number: 80, name: word(below, "http", "web"), protocol: word(below, "HTTP", "TCP") }];
  const spec = { hosts, resolution, ports, ...(below(4) > 0 && members), addresses: maybe(below, ["192.0.2.9"]) };
  const status = { addresses: [{ value: `240.240.0.${1 + below(3)}`, host: hosts[0] }] };
  const meta = { namespace: space(below), creationTimestamp: time(below) };
  return serviceEntry(`se${i}`, spec, meta, maybe(below, status));
}

function randomWorkloadEntry(below: Below, i: number): Resource {
  const spec = {
    address: below(4) === 0 ? "vm.example.com" : address(below(6)),
    labels: labels(below),
    weight: below(3),
  };
  const conditions = [{ type: "Healthy", status: word(below, "True", "False") }];
  const annotations = maybe(below, { "proxy.istio.io/health-checks-enabled": "true" });
  return workloadEntry(
    `we${i}`,
    spec,
    { namespace: space(below), annotations: annotations ?? {} },
    maybe(below, { conditions }),
  );
}
