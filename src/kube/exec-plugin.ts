import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";

/** A program that gives out credentials, as a kubeconfig names it. */
export interface ExecPlugin {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Set besides the process's own environment. */
  readonly environment: { readonly [name: string]: string };
  /** What to tell people who lack the program. */
  readonly installHint: string;
  /** What the program is told about the server, if it wants to know. */
  readonly cluster?: object;
}

/** What such a program gave out. */
export interface ExecCredential {
  readonly token?: string;
  /** PEM. */
  readonly certificate?: string;
  readonly privateKey?: string;
  /** Milliseconds since the epoch; absent: until it is refused. */
  readonly expires?: number;
}

/** Runs a program and gives what it printed; a failure rejects, with code `ENOENT` where there is no such program. */
export type RunProgram = (
  command: string,
  args: readonly string[],
  environment: { readonly [name: string]: string },
) => Promise<string>;

const versions = ["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"];

/** Reads the `exec` section of a kubeconfig's user. */
export function readExec(
  section: { readonly [key: string]: unknown },
  cluster: { readonly server: string; readonly authority?: string },
): ExecPlugin {
  const { apiVersion, command, args, env, installHint, interactiveMode, provideClusterInfo } = section;
  if (typeof command !== "string" || command === "") throw fault("exec must name a command");
  if (typeof apiVersion !== "string" || !versions.includes(apiVersion)) {
    throw fault(`exec's apiVersion must be one of ${versions.join(", ")}`);
  }
  if (interactiveMode === "Always") throw fault(`${command} wants to talk to a person, and there is none`);
  const variables = Array.isArray(env) ? env.filter(isObject) : [];
  return {
    apiVersion,
    command,
    args: Array.isArray(args) ? args.map(String) : [],
    environment: Object.fromEntries(variables.map(({ name, value }) => [String(name), String(value ?? "")])),
    installHint: typeof installHint === "string" ? installHint : "",
    ...(provideClusterInfo === true && { cluster: clusterInfo(cluster) }),
  };
}

function clusterInfo({ server, authority }: { readonly server: string; readonly authority?: string }): object {
  const data = authority && Buffer.from(authority).toString("base64");
  return { server, ...(data && { "certificate-authority-data": data }) };
}

/** Asks the program for credentials. */
export async function runExec(plugin: ExecPlugin, run: RunProgram): Promise<ExecCredential> {
  const { apiVersion, command, args, environment, cluster } = plugin;
  const spec = { interactive: false, ...(cluster && { cluster }) };
  const info = JSON.stringify({ apiVersion, kind: "ExecCredential", spec });
  const printed = await run(command, args, { ...environment, KUBERNETES_EXEC_INFO: info }).catch((error: unknown) => {
    const missing = isObject(error) && error.code === "ENOENT";
    const hint = missing && plugin.installHint ? `: ${plugin.installHint}` : "";
    const reason = missing ? "is not there" : `failed: ${error instanceof Error ? error.message : error}`;
    throw new FairwayError("Unauthorized", `the credential program ${command} ${reason}${hint}`, { cause: error });
  });
  return readCredential(printed, plugin);
}

function readCredential(printed: string, { apiVersion, command }: ExecPlugin): ExecCredential {
  const bad = (what: string) => new FairwayError("Unauthorized", `the credential program ${command} ${what}`);
  let said: unknown;
  try {
    said = JSON.parse(printed);
  } catch {
    throw bad("did not print JSON");
  }
  if (!isObject(said) || said.kind !== "ExecCredential" || said.apiVersion !== apiVersion) {
    throw bad(`did not print an ExecCredential of ${apiVersion}`);
  }
  const status = isObject(said.status) ? said.status : {};
  const { token, clientCertificateData: certificate, clientKeyData: privateKey, expirationTimestamp } = status;
  const expires = typeof expirationTimestamp === "string" ? Date.parse(expirationTimestamp) : Number.NaN;
  const credential = {
    ...(typeof token === "string" && token !== "" && { token }),
    ...(typeof certificate === "string" && typeof privateKey === "string" && { certificate, privateKey }),
    ...(!Number.isNaN(expires) && { expires }),
  };
  if (!credential.token && !credential.certificate) throw bad("gave neither a token nor a certificate with its key");
  return credential;
}

function fault(what: string): FairwayError {
  return new FairwayError("Settings", `the kubeconfig cannot be used: ${what}`);
}
