import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePorts } from "../../src/base/free-ports.ts";
import { type GoProgram, goProgram } from "./go-program.ts";
import { istioModule } from "./istio-module.ts";
import { type PeerProcess, startPeer } from "./peer-process.ts";

const istiod: GoProgram = {
  ...istioModule,
  name: "pilot-discovery",
  main: "istio.io/istio/pilot/cmd/pilot-discovery",
  cost: "about 2 CPU-minutes after istioctl, else 6",
};

/** Istio's module at the version that istiod is built from. */
export const istiodVersion = `${istiod.module} ${istiod.version}`;

/** The path of istiod's own program, built on first use. */
export function istiodPath(): string {
  return goProgram(istiod);
}

/** What istiod is started with. */
export interface IstiodOptions {
  /** For its settings and its log. */
  readonly dir: string;
  readonly kubeconfig: string;
  /** MeshConfig, as YAML; default: what the ConfigMap `istio` in istio-system says. */
  readonly mesh?: string;
  /** MeshNetworks, as YAML; none by default. */
  readonly networks?: string | undefined;
  /** Default: what makes its answers soon and the same for all who ask, see `startIstiod`. */
  readonly env?: Readonly<Record<string, string>>;
}

/** An istiod that runs; its xDS port speaks plaintext and asks for no identity. */
export interface Istiod extends PeerProcess {
  readonly xds: string;
  readonly http: string;
}

/** Starts istiod on free ports of the loopback address, with nothing but xDS: no webhooks, no certificates of its own. */
export async function startIstiod({ dir, kubeconfig, mesh, networks, env }: IstiodOptions): Promise<Istiod> {
  const [xds = 0, http = 0, monitoring = 0, ctrlz = 0] = await freePorts(4);
  const meshFile = join(dir, "mesh.yaml");
  if (mesh !== undefined) writeFileSync(meshFile, mesh);
  const networksFile = networks === undefined ? "/dev/null" : join(dir, "networks.yaml");
  if (networks !== undefined) writeFileSync(networksFile, networks);
  const flags = {
    kubeconfig,
    meshConfig: meshFile,
    networksConfig: networksFile,
    grpcAddr: `127.0.0.1:${xds}`,
    httpAddr: `127.0.0.1:${http}`,
    monitoringAddr: `127.0.0.1:${monitoring}`,
    httpsAddr: "",
    secureGRPCAddr: "",
    ctrlz_address: "127.0.0.1",
    ctrlz_port: String(ctrlz),
  };
  const { pid, stop } = await startPeer({
    program: istiodPath(),
    args: ["discovery", ...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)],
    env: {
      CLUSTER_ID: "Kubernetes",
      POD_NAMESPACE: "istio-system",
      POD_NAME: "istiod",
      ...(env ?? {
        PILOT_DEBOUNCE_AFTER: "30ms",
        // A cached route table may have been made for a proxy of another address family: answers would depend on who asked first.
        PILOT_ENABLE_XDS_CACHE: "false",
      }),
    },
    log: join(dir, "istiod.log"),
    ready: async () => (await fetch(`http://127.0.0.1:${http}/ready`)).ok,
  });
  return { xds: `http://127.0.0.1:${xds}`, http: `http://127.0.0.1:${http}`, pid, stop };
}
