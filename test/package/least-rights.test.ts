import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { connect } from "node:tls";
import { systemClock } from "../../src/base/clock.ts";
import { xdsTypes } from "../../src/deliver/index.ts";
import { GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { issueWorkloadCertificate, type KeyPair, rootsOf } from "../../src/pki/index.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import { requestsPolicy } from "../kubernetes/audit-log.ts";
import { authorityIn } from "../kubernetes/authority-secret.ts";
import { istioDefinitions, startTestCluster, type TestCluster, writeKubeconfig } from "../kubernetes/test-cluster.ts";
import { goSkipReason } from "../peers/go-program.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { fairway, type RunningFairway, scratch, startEdge, startFairway } from "../tools/fairway.ts";
import { helmRunner, kubectlRunner } from "../tools/kubectl.ts";
import { chart, render } from "./chart.ts";

const codec = loadEnvoyCodec();
const namespace = "istio-system";
const serviceName = `fairway.${namespace}.svc`;
const sotw = "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources";

/** A line of the API server's audit, as far as it is looked at. */
interface AuditLine {
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string };
  readonly responseStatus?: { readonly code: number };
}

/** What the chart's pods are started with, but for addresses and files of this machine. */
function chartFlags(): readonly string[] {
  const deployment = render({}).find(({ kind }) => kind === "Deployment") as unknown as {
    readonly spec: {
      readonly template: { readonly spec: { readonly containers: readonly { readonly args: string[] }[] } };
    };
  };
  const [container] = deployment.spec.template.spec.containers;
  return (container?.args ?? [])
    .filter((arg) => !/^up$|^--(kubeconfig|data-dir|\w+(-\w+)?-address)=/.test(arg))
    .map((arg) => arg.replaceAll("$(POD_NAMESPACE)", namespace));
}

function grid(name: string): KubeObject {
  const template = { selector: { app: name }, ports: [{ name: "http", port: 80 }] };
  const metadata = { name, namespace: "default" };
  return { apiVersion: "superedge.io/v1", kind: "ServiceGrid", metadata, spec: { gridUniqKey: "zone", template } };
}

suite("two replicas with the rights of the chart", { skip: goSkipReason, timeout: 180_000 }, () => {
  const { dir, remove } = scratch();
  let cluster: TestCluster;
  let kubectl: ReturnType<typeof kubectlRunner>;
  let kubeconfig: string;
  const replicas: RunningFairway[] = [];
  before(async () => {
    cluster = await startTestCluster(dir, { roles: true, audit: requestsPolicy }, istioDefinitions);
    const { kubeconfig: admin, access } = cluster.apiserver();
    const edge = ["--set", "edge.enabled=true", "--set", `edge.server=${access.url}`];
    helmRunner(admin)(["install", "fairway", chart, "--namespace", namespace, ...edge]);
    kubectl = kubectlRunner(admin);
    kubeconfig = writeKubeconfig(join(dir, "fairway.json"), access.url, tokenOf("fairway"), join(dir, "ca.crt"));
    // A pod's own access has its namespace with it.
    const config = readFileSync(kubeconfig, "utf8");
    writeFileSync(kubeconfig, config.replace('"user":"user"}', `"user":"user","namespace":"${namespace}"}`));
    const start = (name: string) => startFairway(join(dir, name), ["--kubeconfig", kubeconfig, ...chartFlags()]);
    replicas.push(...(await Promise.all([start("a"), start("b")])));
  });
  after(async () => {
    for (const replica of replicas) await replica.stop();
    await cluster?.stop();
    remove();
  });

  const tokenOf = (account: string) => kubectl(["-n", namespace, "create", "token", account]).trim();
  /** The requests of an account, as the API server's audit has them. */
  const requestsOf = (account: string) =>
    readFileSync(join(dir, "audit.log"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as AuditLine)
      .filter(({ user }) => user.username === `system:serviceaccount:${namespace}:${account}`);
  const refused = (requests: readonly AuditLine[]) =>
    requests
      .filter(({ responseStatus }) => responseStatus?.code === 403 || responseStatus?.code === 401)
      .map(({ verb, requestURI }) => `${verb} ${requestURI}`);

  const authority = () => {
    return authorityIn(JSON.parse(kubectl(["-n", namespace, "get", "secret", "istio-ca-secret", "-o", "json"])));
  };
  const address = (i: number) => replicas[i]?.addresses.get("xds-tls") ?? "";

  /** The first resource that a replica gives to a proxy with a certificate. */
  async function ask(i: number, { certificate: cert, privateKey: key }: KeyPair, typeUrl: string, names: string[]) {
    const client = new GrpcClient(`https://${address(i)}`, {
      ca: rootsOf(authority()),
      servername: serviceName,
      cert,
      key,
    });
    try {
      const call = client.call(sotw);
      const node = { id: "sidecar~10.9.9.9~web.shop~shop.svc.cluster.local" };
      call.send(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", { node, typeUrl, resourceNames: names }));
      const bytes = (await call.next()) ?? assert.fail((await call.ended).message);
      return codec.decode("envoy.service.discovery.v3.DiscoveryResponse", bytes).resources?.[0] as unknown;
    } finally {
      await client.close();
    }
  }

  test("serve certificates of one authority, for the names of the Service", async () => {
    const ca = rootsOf(authority());
    for (const i of [0, 1]) {
      const [host = "", port = ""] = address(i).split(":");
      const socket = connect({ host, port: Number(port), ca, servername: serviceName, ALPNProtocols: ["h2"] });
      await once(socket, "secureConnect");
      assert.ok(socket.authorized);
      socket.destroy();
    }
  });

  test("take the certificates that each other gave to proxies", async () => {
    const first = issueWorkloadCertificate(authority(), "spiffe://cluster.local/ns/shop/sa/web", 60_000, systemClock);
    const secret = (await ask(0, first, xdsTypes.secret, ["default"])) as {
      readonly tlsCertificate: {
        readonly [part in "certificateChain" | "privateKey"]: { readonly inlineBytes: string };
      };
    };
    const text = (part: "certificateChain" | "privateKey") => atob(secret.tlsCertificate[part].inlineBytes);
    const given = { certificate: text("certificateChain"), privateKey: text("privateKey") };
    assert.notEqual(given.certificate, first.certificate);
    assert.ok(await ask(1, given, xdsTypes.cluster, []));
  });

  test("are refused nothing while they lead and make what grids ask for", async () => {
    await eventually(async () => replicas.some(({ errors }) => /This replica runs the controllers/.test(errors())));
    const { client } = cluster.apiserver();
    await eventually(async () => client.create(grid("near")));
    await eventually(async () => {
      const services = await client.list("v1", "Service");
      return services.some(({ metadata }) => metadata.name === "near-svc");
    });
    await eventually(async () => {
      const [found] = await client.list("superedge.io/v1", "ServiceGrid");
      return JSON.stringify(found?.["status"] ?? {}).includes('"Ready"');
    });
    const ours = requestsOf("fairway");
    assert.deepEqual(refused(ours), []);
    for (const verb of ["get", "list", "watch", "create", "update", "patch"]) {
      assert.ok(
        ours.some((line) => line.verb === verb),
        `no ${verb} was seen`,
      );
    }
    for (const { errors } of replicas) assert.doesNotMatch(errors(), /forbidden/i);
  });

  test("leave the wrapper of an edge node its own, which are enough for it", async () => {
    const made = JSON.parse(kubectl(["-n", namespace, "get", "configmap", "fairway-edge", "-o", "json"]));
    const mounted = "/var/run/secrets/kubernetes.io/serviceaccount";
    writeFileSync(join(dir, "edge-token"), tokenOf("fairway-edge"));
    const own = (made.data.kubeconfig as string)
      .replace(`${mounted}/ca.crt`, join(dir, "ca.crt"))
      .replace(`${mounted}/token`, join(dir, "edge-token"));
    writeFileSync(join(dir, "edge.yaml"), own);
    const flags = ["--node-name", "node-1", "--cache-dir", join(dir, "edge"), "--kubeconfig", join(dir, "edge.yaml")];
    const edge = await startEdge(flags);
    const answer = await fetch(`${edge.addresses.get("edge")}/api/v1/services`);
    assert.equal(answer.status, 200);
    assert.equal(await edge.stop(), 0);
    const requests = requestsOf("fairway-edge");
    assert.ok(requests.some(({ verb }) => verb === "watch"));
    assert.deepEqual(refused(requests), []);
  });

  test("are told by fairway check which rule was taken away from them", async () => {
    const check = () => fairway(["check", "--kubeconfig", kubeconfig, "--root-namespace", namespace]);
    const before = await check();
    assert.equal(before.code, 0, before.out);
    const role = JSON.parse(kubectl(["get", "clusterrole", `fairway-${namespace}`, "-o", "json"]));
    const at = role.rules.findIndex(({ resources }: { resources: string[] }) => resources.includes("pods"));
    const patch = JSON.stringify([{ op: "remove", path: `/rules/${at}` }]);
    kubectl(["patch", "clusterrole", `fairway-${namespace}`, "--type=json", "-p", patch]);
    await eventually(async () => {
      const { code, out } = await check();
      assert.equal(code, 1);
      assert.ok(
        out.includes(
          'add {apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch"]} to a ClusterRole of Fairway',
        ),
        out,
      );
    });
  });
});
