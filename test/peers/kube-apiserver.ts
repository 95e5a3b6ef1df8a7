import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../src/base/clock.ts";
import { freePorts } from "../../src/base/free-ports.ts";
import { loadAuthority, loadServerCertificate } from "../../src/pki/index.ts";
import { goProgram } from "./go-program.ts";
import { type KubeAccess, KubeClient } from "./kube-client.ts";
import { kubernetesProgram } from "./kubernetes-module.ts";
import { type PeerProcess, startPeer } from "./peer-process.ts";

/** The path of a real kube-apiserver 1.36, built on first use. */
export function kubeApiserverPath(): string {
  return goProgram(kubernetesProgram("kube-apiserver"));
}

/** A kube-apiserver that runs. */
export interface KubeApiserver extends PeerProcess {
  readonly access: KubeAccess;
  readonly client: KubeClient;
  /** The file by which others reach it, with every right. */
  readonly kubeconfig: string;
}

export interface KubeApiserverOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Who may do what is said by roles; the token's owner may do everything. Default: everybody may do everything. */
  readonly roles?: boolean;
  /** Further tokens, and whom they are of. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** What is written down of requests, as a policy of audits; they are in `audit.log`, a line each. Default: nothing. */
  readonly audit?: object;
}

/**
 * Starts the API server alone on a port of the loopback address, with its keys and log in `dir`. Whoever has the token may
 * do everything; nothing fills in service accounts, and no controller runs.
 */
export async function startKubeApiserver(
  dir: string,
  etcdUrl: string,
  { port: wanted, roles = false, tokens = {}, audit }: KubeApiserverOptions = {},
): Promise<KubeApiserver> {
  const port = wanted ?? (await freePorts(1))[0] ?? 0;
  const url = `https://127.0.0.1:${port}`;
  const token = "fairway-test";
  const authority = await loadAuthority(dir, systemClock);
  await loadServerCertificate(dir, "apiserver", authority, ["127.0.0.1"], systemClock);
  const signer = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(join(dir, "service-account.key"), signer.privateKey.export({ format: "pem", type: "pkcs8" }));
  writeFileSync(join(dir, "service-account.pub"), signer.publicKey.export({ format: "pem", type: "spki" }));
  const others = Object.entries(tokens).map(([other, user]) => `${other},${user},${user}\n`);
  writeFileSync(join(dir, "tokens.csv"), [`${token},admin,admin,system:masters\n`, ...others].join(""));
  if (audit) writeFileSync(join(dir, "audit.json"), JSON.stringify(audit));
  const kubeconfig = join(dir, "kubeconfig");
  writeFileSync(kubeconfig, kubeconfigOf(url, join(dir, "ca.crt"), token));
  const access = { url, token, authority: authority.certificate };
  const client = new KubeClient(access);
  const { pid, stop } = await startPeer({
    program: kubeApiserverPath(),
    args: Object.entries({ ...flagsOf(dir, etcdUrl, port, roles), ...(audit && auditFlags(dir)) }).map(
      ([flag, value]) => `--${flag}=${value}`,
    ),
    log: join(dir, "kube-apiserver.log"),
    ready: async () => (await client.text("/readyz")) === "ok",
  });
  return {
    access,
    client,
    kubeconfig,
    pid,
    stop: async () => {
      client.close();
      await stop();
    },
  };
}

function flagsOf(dir: string, etcdUrl: string, port: number, roles: boolean): Readonly<Record<string, string>> {
  return {
    "etcd-servers": etcdUrl,
    "bind-address": "127.0.0.1",
    "secure-port": String(port),
    "tls-cert-file": join(dir, "apiserver.crt"),
    "tls-private-key-file": join(dir, "apiserver.key"),
    "token-auth-file": join(dir, "tokens.csv"),
    "authorization-mode": roles ? "RBAC" : "AlwaysAllow",
    "service-account-issuer": "https://kubernetes.default.svc",
    "service-account-key-file": join(dir, "service-account.pub"),
    "service-account-signing-key-file": join(dir, "service-account.key"),
    "service-cluster-ip-range": "10.96.0.0/16,fd00:10:96::/112",
    // It would write the loopback address into the endpoints of its own service.
    "endpoint-reconciler-type": "none",
    // Pods are written with their status by the test: nobody makes their service accounts.
    "disable-admission-plugins": "ServiceAccount",
    "allow-privileged": "true",
    "cert-dir": dir,
  };
}

function auditFlags(dir: string): Readonly<Record<string, string>> {
  return {
    "audit-policy-file": join(dir, "audit.json"),
    "audit-log-path": join(dir, "audit.log"),
    "audit-log-mode": "blocking",
  };
}

function kubeconfigOf(server: string, authority: string, token: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster: { server, "certificate-authority": authority } }],
    users: [{ name: "admin", user: { token } }],
    contexts: [{ name: "test", context: { cluster: "test", user: "admin" } }],
    "current-context": "test",
  });
}
