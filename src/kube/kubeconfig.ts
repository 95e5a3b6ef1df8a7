import { posix } from "node:path";
import { parse } from "yaml";
import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import { type ExecPlugin, readExec } from "./exec-plugin.ts";

/** Who one is to an API server. Of several forms all are used, as kubectl does. */
export interface KubeUser {
  /** PEM. */
  readonly certificate?: string;
  readonly privateKey?: string;
  readonly token?: string;
  /** File with a token that others renew; read again from time to time. */
  readonly tokenFile?: string;
  readonly basic?: { readonly username: string; readonly password: string };
  /** Program that gives out credentials. */
  readonly exec?: ExecPlugin;
  /** In whose name requests are made. */
  readonly impersonate?: { readonly user: string; readonly uid?: string; readonly groups: readonly string[] };
}

/** An API server, whom to trust, and who one is. */
export interface KubeAccess {
  /** URL without a slash at its end. */
  readonly server: string;
  /** PEM; absent: the machine's own authorities. */
  readonly authority?: string;
  /** The server's certificate is not checked. */
  readonly insecure: boolean;
  /** Name that the server's certificate must have, if not that of the URL. */
  readonly serverName?: string;
  /** Where objects are that name no namespace. */
  readonly namespace: string;
  readonly user: KubeUser;
}

export interface KubeconfigOptions {
  /** Directory from which relative names of files are meant. */
  readonly directory: string;
  readonly readFile: (path: string) => Promise<string>;
  /** Default: the file's current context. */
  readonly context?: string;
  /**
   * Of the ways by which a kubeconfig has programs run or files read, those that it may use, by the names of
   * `riskyOptions`; with another it cannot be used. Default: all.
   */
  readonly allowed?: ReadonlySet<string>;
}

/** What a kubeconfig can make its reader do on the machine: run a program, or send a file's content to a server. */
const riskyOptions = {
  exec: "exec",
  tokenFile: "tokenFile",
  clientCertificate: "client-certificate",
  clientKey: "client-key",
  certificateAuthority: "certificate-authority",
} as const;

type Section = { readonly [key: string]: unknown };

/** Reads a kubeconfig: one context's cluster and user, with the files that they name. What cannot be used is a Settings fault. */
export async function readKubeconfig(text: string, options: KubeconfigOptions): Promise<KubeAccess> {
  const config = parseConfig(text);
  const name = options.context ?? textOf(config, "current-context");
  if (!name) throw fault("it has no current context: choose one");
  const context = named(config, "context", name);
  const cluster = named(config, "cluster", textOf(context, "cluster") ?? "");
  const userName = textOf(context, "user");
  const user = userName === undefined ? {} : named(config, "user", userName);
  if (options.allowed) refuseRisks([cluster, user], options.allowed);
  const server = textOf(cluster, "server")?.replace(/\/+$/, "");
  if (!server || !/^https?:$/.test(URL.parse(server)?.protocol ?? "")) {
    throw fault("its cluster's server must be an http or https URL");
  }
  if (textOf(cluster, "proxy-url")) throw fault("its cluster has a proxy-url: proxies are not supported");
  const authority = await content(cluster, "certificate-authority", options);
  const serverName = textOf(cluster, "tls-server-name");
  return {
    server,
    insecure: cluster["insecure-skip-tls-verify"] === true,
    namespace: textOf(context, "namespace") || "default",
    user: await readUser(user, { server, ...(authority && { authority }) }, options),
    ...(authority && { authority }),
    ...(serverName && { serverName }),
  };
}

/** The access that Kubernetes gives to every pod; undefined outside of one. */
export async function inClusterAccess(
  environment: { readonly KUBERNETES_SERVICE_HOST?: string; readonly KUBERNETES_SERVICE_PORT?: string },
  readFile: (path: string) => Promise<string>,
): Promise<KubeAccess | undefined> {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = environment;
  if (!host || !port) return undefined;
  const folder = "/var/run/secrets/kubernetes.io/serviceaccount";
  return {
    server: `https://${host.includes(":") ? `[${host}]` : host}:${port}`,
    authority: await readFile(`${folder}/ca.crt`),
    insecure: false,
    namespace: (await readFile(`${folder}/namespace`).catch(() => "default")).trim(),
    user: { tokenFile: `${folder}/token` },
  };
}

function refuseRisks(sections: readonly Section[], allowed: ReadonlySet<string>): void {
  for (const [option, key] of Object.entries(riskyOptions)) {
    if (allowed.has(option) || !sections.some((section) => section[key] !== undefined)) continue;
    throw fault(`it has ${key}, which is not allowed here: give what it stands for inside, or allow ${option}`);
  }
}

async function readUser(
  user: Section,
  cluster: { readonly server: string; readonly authority?: string },
  options: KubeconfigOptions,
): Promise<KubeUser> {
  if (user["auth-provider"] !== undefined) {
    throw fault("its user has an auth-provider, which Kubernetes has given up: use exec instead");
  }
  const certificate = await content(user, "client-certificate", options);
  const privateKey = await content(user, "client-key", options);
  if ((certificate === undefined) !== (privateKey === undefined)) {
    throw fault("its user must have a client certificate and its key, or neither");
  }
  const token = textOf(user, "token");
  const tokenFile = textOf(user, "tokenFile");
  const username = textOf(user, "username");
  const impersonated = textOf(user, "as");
  return {
    ...(certificate && { certificate }),
    ...(privateKey && { privateKey }),
    ...(token && { token }),
    ...(tokenFile && { tokenFile: posix.resolve(options.directory, tokenFile) }),
    ...(username !== undefined && { basic: { username, password: textOf(user, "password") ?? "" } }),
    ...(isObject(user.exec) && { exec: readExec(user.exec, cluster) }),
    ...(impersonated && { impersonate: impersonation(impersonated, user) }),
  };
}

function impersonation(name: string, user: Section): NonNullable<KubeUser["impersonate"]> {
  const groups = user["as-groups"];
  const uid = textOf(user, "as-uid");
  return { user: name, groups: Array.isArray(groups) ? groups.map(String) : [], ...(uid && { uid }) };
}

function parseConfig(text: string): Section {
  try {
    const config: unknown = parse(text);
    if (isObject(config)) return config;
  } catch {
    // The parser's words would quote the file, and with it secrets.
  }
  throw fault("it must be a YAML object");
}

/** The entry of `clusters`, `users` or `contexts` with a name. */
function named(config: Section, what: "cluster" | "user" | "context", name: string): Section {
  const entries = config[`${what}s`];
  const found = Array.isArray(entries) ? entries.find((entry) => isObject(entry) && entry.name === name) : undefined;
  const body = found?.[what];
  if (!isObject(body)) throw fault(`it has no ${what} '${name}'`);
  return body;
}

/** What is inline in base64 as `key-data`, or in a file as `key`; inline wins. */
async function content(section: Section, key: string, options: KubeconfigOptions): Promise<string | undefined> {
  const inline = textOf(section, `${key}-data`);
  if (inline) return Buffer.from(inline, "base64").toString("utf8");
  const file = textOf(section, key);
  if (!file) return undefined;
  const path = posix.resolve(options.directory, file);
  return options.readFile(path).catch((error: unknown) => {
    throw fault(`its ${key} ${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
}

function textOf(section: Section, key: string): string | undefined {
  const value = section[key];
  return typeof value === "string" ? value : undefined;
}

function fault(what: string): FairwayError {
  return new FairwayError("Settings", `the kubeconfig cannot be used: ${what}`);
}
