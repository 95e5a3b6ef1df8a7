import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { builtInCatalog, checkDocuments, type Resource, readDocuments, readMeshConfig } from "../api/index.ts";
import { type Endpoint, parseProxy } from "../core/index.ts";
import { Registry } from "./registry.ts";
import { registrySettings } from "./registry-settings.ts";
import type { RegistrySnapshot } from "./registry-snapshot.ts";
import { added } from "./testing/objects.ts";

const golden = join(import.meta.dirname, "../../../shared/fixtures/golden/istiod-xds");
const missing = existsSync(golden) ? false : `no golden data at ${golden}`;

interface LbEndpoint {
  readonly endpoint: {
    readonly address: {
      readonly socketAddress?: { readonly address: string; readonly portValue: number };
      readonly pipe?: { readonly path: string };
    };
  };
  readonly healthStatus?: string;
  readonly loadBalancingWeight: number;
  readonly metadata: {
    readonly filterMetadata: {
      readonly "envoy.transport_socket_match"?: { readonly tlsMode: string };
      readonly istio: { readonly workload: string };
    };
  };
}

interface Assignment {
  readonly clusterName: string;
  readonly endpoints?: readonly {
    readonly locality: { readonly region?: string; readonly zone?: string; readonly subZone?: string };
    readonly lbEndpoints: readonly LbEndpoint[];
  }[];
}

interface Answer {
  readonly endpoints: readonly Assignment[];
  readonly clusters: readonly { readonly name: string; readonly type?: string; readonly loadAssignment?: Assignment }[];
}

function resourcesIn(path: string): readonly Resource[] {
  const file = join(golden, path);
  const checked = checkDocuments(readDocuments(readFileSync(file), file).documents, builtInCatalog());
  return checked.map(({ resource, problems }) => {
    assert.ok(resource, problems.map((problem) => problem.message).join("; "));
    return resource;
  });
}

function snapshotOf(files: readonly string[], mesh: object = {}): RegistrySnapshot {
  const settings = registrySettings(readMeshConfig({ rootNamespace: "istio-system", ...mesh }).value ?? {});
  const problems: unknown[] = [];
  const registry = new Registry({ settings, report: (problem) => problems.push(problem) });
  registry.apply(added(...files.flatMap(resourcesIn)));
  assert.deepEqual(problems, []);
  return registry.snapshot;
}

const answer = (path: string): Answer => JSON.parse(readFileSync(join(golden, path), "utf8")) as Answer;

/** One line for each endpoint that istiod sent. */
function sentLines({ endpoints = [] }: Assignment): readonly string[] {
  return endpoints
    .flatMap(({ locality: { region = "", zone = "", subZone = "" }, lbEndpoints }) =>
      lbEndpoints.map(({ endpoint: { address }, healthStatus = "UNKNOWN", loadBalancingWeight, metadata }) => {
        const { "envoy.transport_socket_match": match, istio } = metadata.filterMetadata;
        const { socketAddress, pipe } = address;
        const at = socketAddress ? `${socketAddress.address}:${socketAddress.portValue}` : `unix://${pipe?.path}:0`;
        const place = `${region}/${zone}/${subZone}`;
        return [at, place, loadBalancingWeight, healthStatus, match?.tlsMode ?? "-", istio.workload].join(" ");
      }),
    )
    .sort();
}

/** The same of an endpoint of ours. */
function line(endpoint: Endpoint): string {
  const { addresses, port, locality, weight, health, mutualTls, workload, namespace, labels, cluster } = endpoint;
  const name = labels["service.istio.io/canonical-name"] ?? labels["app"] ?? workload;
  const revision = labels["service.istio.io/canonical-revision"] ?? labels["version"] ?? "";
  const place = `${locality.region}/${locality.zone}/${locality.subzone}`;
  const status = health === "healthy" ? "HEALTHY" : "UNKNOWN";
  const identity = [workload, namespace, name, revision, cluster].join(";");
  return [`${addresses[0]}:${port}`, place, weight || 1, status, mutualTls ? "istio" : "-", identity].join(" ");
}

function ownLines(snapshot: RegistrySnapshot, cluster: string, from: string): readonly string[] {
  const [, port, , host = ""] = cluster.split("|");
  const service = snapshot.service(host, from) ?? snapshot.service(host);
  assert.ok(service, `${host} is a service`);
  const endpoints = snapshot.endpointsOfPort(service, Number(port));
  return endpoints
    .filter(({ health }) => health === "healthy" || health === "unknown")
    .map(line)
    .sort();
}

/** Rules may divide the weight among localities. */
const withoutWeight = (text: string): string => text.replace(/ \d+ (HEALTHY|UNKNOWN) /, " $1 ");

describe("the world of the golden set", { skip: missing }, () => {
  for (const nodeName of ["client", "stranger"]) {
    test(`has the endpoints that ${nodeName} was sent`, () => {
      const snapshot = snapshotOf(["world.yaml"]);
      const sent = answer(`000-base/${nodeName}.json`).endpoints;
      assert.ok(sent.length > 10);
      for (const assignment of sent) {
        assert.deepEqual(ownLines(snapshot, assignment.clusterName, ""), sentLines(assignment), assignment.clusterName);
      }
    });
  }

  const cases = [
    "k8s-endpoint-without-pod",
    "k8s-external-ips",
    "k8s-port-name-prefixes",
    "k8s-publish-not-ready",
    "k8s-traffic-distribution",
    "se-dns-no-endpoints",
    "se-dns-tcp",
    "se-external-name-target",
    "se-same-host-two-namespaces",
    "se-static",
    "se-static-target-port",
    "se-static-uds",
    "se-unknown-protocol",
    "se-workload-entry",
    "se-workload-entry-dns",
    "se-workload-selector-pods",
    "node-dns-auto-allocate",
  ];
  for (const name of cases) {
    test(`with ${name} has the endpoints that the client was sent`, () => {
      const snapshot = snapshotOf(["world.yaml", `${name}/in.yaml`]);
      const { endpoints, clusters } = answer(`${name}/client.json`);
      const sent = [...endpoints, ...clusters.flatMap(({ loadAssignment }) => loadAssignment ?? [])];
      assert.ok(sent.length > 0);
      for (const assignment of sent) {
        const own = ownLines(snapshot, assignment.clusterName, "app");
        assert.deepEqual(own, sentLines(assignment), assignment.clusterName);
      }
    });
  }

  test("with any case has the endpoints that the client was sent, but for what policies decide about TLS", () => {
    // Endpoints of one node only: who asks decides, which is not the registry's to know.
    const others = readdirSync(golden).filter((name) => name !== "k8s-internal-traffic-policy");
    const withoutTls = (text: string) => text.replace(/ (istio|-) /, " ");
    let compared = 0;
    for (const name of others.filter((name) => existsSync(join(golden, name, "client.json")) && name !== "000-base")) {
      const { endpoints } = answer(`${name}/client.json`);
      const whole = endpoints.filter(
        ({ clusterName }) => clusterName.startsWith("outbound|") && clusterName.includes("||"),
      );
      if (whole.length === 0) continue;
      const snapshot = snapshotOf(["world.yaml", `${name}/in.yaml`]);
      for (const assignment of whole) {
        const own = ownLines(snapshot, assignment.clusterName, "app").map(withoutWeight).map(withoutTls);
        assert.deepEqual(
          own,
          sentLines(assignment).map(withoutWeight).map(withoutTls),
          `${name} ${assignment.clusterName}`,
        );
        compared += 1;
      }
    }
    assert.ok(compared > 60, `${compared} clusters`);
  });

  test("resolves services as istiod's clusters do", () => {
    const types = { EDS: "endpoints", ORIGINAL_DST: "passthrough" };
    const snapshot = snapshotOf(["world.yaml"]);
    for (const { name, type } of answer("000-base/client.json").clusters) {
      const [direction, , , host = ""] = name.split("|");
      if (direction !== "outbound") continue;
      assert.equal(snapshot.service(host)?.resolution, types[type as keyof typeof types], name);
    }
    const alias = snapshot.service("external-name.app.svc.cluster.local");
    assert.deepEqual([alias?.resolution, alias?.aliasOf], ["alias", "ext.example.com"]);
  });

  test("has only the namespaces that discovery selectors choose", () => {
    const mesh = { discoverySelectors: [{ matchLabels: { "kubernetes.io/metadata.name": "app" } }] };
    const snapshot = snapshotOf(["world.yaml"], mesh);
    assert.deepEqual(new Set([...snapshot.services()].map((service) => service.namespace)), new Set(["app"]));
    assert.deepEqual(new Set([...snapshot.workloads()].map((workload) => workload.namespace)), new Set(["app"]));
  });

  test("knows what its proxies serve and where they run", () => {
    const nodes = JSON.parse(readFileSync(join(golden, "nodes.json"), "utf8")) as Record<string, { id: string }>;
    const snapshot = snapshotOf(["world.yaml"]);
    const served = (name: string) => {
      const proxy = parseProxy(nodes[name]!);
      const targets = snapshot.serviceTargets(proxy);
      return targets.map(({ service, port, targetPort }) => `${service.name}:${port.number}>${targetPort}`);
    };
    assert.deepEqual(served("client"), ["web:80>8080"]);
    assert.deepEqual(served("server"), ["reviews:9080>9080", "reviews-admin:9091>9091", "reviews-admin:9092>9092"]);
    assert.equal(served("gateway").length, 5);
    const client = snapshot.workloadOf(parseProxy(nodes["client"]!));
    assert.deepEqual(client?.locality, { region: "region1", zone: "zone1", subzone: "rack1" });
    assert.equal(client.serviceAccount, "spiffe://cluster.local/ns/app/sa/web");
  });

  test("with a status takes the addresses that it gives", () => {
    const snapshot = snapshotOf(["world.yaml", "node-dns-auto-allocate/in.yaml"]);
    const allocated = snapshot.service("db.example.com")?.allocatedAddresses;
    assert.deepEqual(allocated, ["240.240.0.19", "2001:2::13"]);
  });
});
