import { writeFileSync } from "node:fs";
import { builtInCatalog, crdManifest, type Resource } from "../../src/api/index.ts";
import { freePorts } from "../../src/base/free-ports.ts";
import { createDefinitions } from "../peers/create-definitions.ts";
import { type Etcd, startEtcd } from "../peers/etcd.ts";
import { type KubeApiserver, type KubeApiserverOptions, startKubeApiserver } from "../peers/kube-apiserver.ts";
import type { KubeObject } from "../peers/kube-client.ts";

const kinds = builtInCatalog();

/** A definition of one of our kinds, as people install it. */
export function definitionOf(group: string, kind: string): KubeObject {
  return crdManifest(kinds.get({ group, kind })) as Resource as KubeObject;
}

/** A definition that serves one version only, as an old one does. */
export function oldDefinitionOf(group: string, kind: string, version: string): KubeObject {
  const { spec, ...rest } = definitionOf(group, kind);
  const { versions, ...others } = spec as { readonly versions: readonly { readonly name: string }[] };
  const kept = versions.filter(({ name }) => name === version).map((each) => ({ ...each, storage: true }));
  return { ...rest, spec: { ...others, versions: kept } };
}

/** The definitions of Istio's kinds that most meshes use. */
export const istioDefinitions: readonly KubeObject[] = [
  "VirtualService",
  "DestinationRule",
  "Gateway",
  "ServiceEntry",
  "Sidecar",
].map((kind) => definitionOf("networking.istio.io", kind));

/** A Service that needs no workload. */
export function service(name: string, port = 80): KubeObject {
  const spec = { ports: [{ name: "http", port }], selector: { app: name } };
  return { apiVersion: "v1", kind: "Service", metadata: { name, namespace: "default" }, spec };
}

/** The name of the cluster of a Service. */
export function clusterOf(name: string, port = 80): string {
  return `outbound|${port}||${name}.default.svc.cluster.local`;
}

/** A kubeconfig for a server, with a token, in a new file. */
export function writeKubeconfig(file: string, server: string, token = "fairway-test", authority?: string): string {
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster: { server, ...(authority && { "certificate-authority": authority }) } }],
    users: [{ name: "user", user: { token } }],
    contexts: [{ name: "test", context: { cluster: "test", user: "user" } }],
    "current-context": "test",
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

/** A cluster of an etcd and an API server, of which the latter can be stopped and started again where it was. */
export interface TestCluster {
  readonly etcd: Etcd;
  /** The API server that runs now. */
  readonly apiserver: () => KubeApiserver;
  /** Ends the API server at once. */
  kill(): Promise<void>;
  /** Starts it again on its port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a cluster in a directory, with the namespace `istio-system` and definitions. */
export async function startTestCluster(
  dir: string,
  options: KubeApiserverOptions = {},
  definitions: readonly KubeObject[] = istioDefinitions,
): Promise<TestCluster> {
  const etcd = await startEtcd(dir);
  const [port = 0] = await freePorts(1);
  const start = () => startKubeApiserver(dir, etcd.url, { ...options, port });
  let apiserver = await start();
  await createDefinitions(apiserver.client, definitions);
  await apiserver.client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "istio-system" } });
  const stopServer = async (signal?: "SIGKILL") => {
    if (signal) process.kill(apiserver.pid, signal);
    await apiserver.stop();
  };
  return {
    etcd,
    apiserver: () => apiserver,
    kill: () => stopServer("SIGKILL"),
    restart: async () => {
      apiserver = await start();
    },
    async stop() {
      await stopServer();
      await etcd.stop();
    },
  };
}
