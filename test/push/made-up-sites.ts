import type { Resource } from "../../src/api/index.ts";
import type { Random } from "../../src/base/testing/random.ts";
import { oneOf } from "../walker/random-choices.ts";
import { made, namespaces, numbered, someTopology } from "./made-up-names.ts";
import { podAddress, podCount } from "./made-up-workloads.ts";

/** Nodes that move between regions and, more often, between sites. */
export function madeNode(random: Random): Resource {
  const labels = {
    "topology.kubernetes.io/region": oneOf(random, ["r1", "r1", "r1", "r2"]),
    "topology.kubernetes.io/zone": "z1",
    ...(random.chance(0.9) && { site: oneOf(random, ["east", "west"]) }),
    ...(random.chance(0.4) && { rack: oneOf(random, ["r1", "r2"]) }),
  };
  return made("v1", "Node", { name: numbered(random, "node-", 2), labels }, {});
}

const gridService = "grid-svc";

/** A Service as a grid makes it: one of a namespace, mostly with a rule. */
export function madeGridService(random: Random, namespace: string): Resource {
  const annotations = random.chance(0.9) ? someTopology(random) : {};
  const clusterIP = `10.96.${(namespaces as readonly string[]).indexOf(namespace)}.20`;
  const ports = [{ name: "http", port: 80, targetPort: 8080, protocol: "TCP" }];
  return made("v1", "Service", { name: gridService, namespace, annotations }, { spec: { clusterIP, ports } });
}

/** Its endpoints: most pods of the namespace, and addresses of which only the node is known. */
export function madeGridSlice(random: Random, namespace: string): Resource {
  const pods = Array.from({ length: podCount }, (_, pod) => ({
    addresses: [podAddress(namespace, pod)],
    conditions: { ready: random.chance(0.9) },
    targetRef: { kind: "Pod", name: `p${pod}`, namespace },
  }));
  const bare = [0, 1].map((i) => ({ addresses: [`10.6.0.${1 + i}`], nodeName: `node-${i}` }));
  return made(
    "discovery.k8s.io/v1",
    "EndpointSlice",
    { name: gridService, namespace, labels: { "kubernetes.io/service-name": gridService } },
    {
      addressType: "IPv4",
      ports: [{ name: "http", port: 8080, protocol: "TCP" }],
      endpoints: [...pods, ...bare].filter(() => random.chance(0.8)),
    },
  );
}
