import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cached } from "../tools/cache.ts";

const sources = join(import.meta.dirname, "npm/kube-client-node");

/** An object as the client hands it out. */
export interface ClientObject {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
}

/** A picture of a list that follows its changes. */
export interface ClientInformer {
  on(event: "add" | "update" | "delete", hear: (object: ClientObject) => void): void;
  on(event: "error", hear: (error: unknown) => void): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  list(): readonly ClientObject[];
}

type Call = (request: object) => Promise<ClientObject>;

/** Kubernetes' client for Node, as far as tests use it: its types would have to be installed to be read. */
export interface KubeClientNode {
  readonly KubeConfig: new () => {
    loadFromFile(path: string): void;
    makeApiClient(api: unknown): {
      readonly [call: string]: Call;
    };
  };
  readonly CoreV1Api: unknown;
  readonly CustomObjectsApi: unknown;
  makeInformer(config: unknown, path: string, list: () => Promise<unknown>): ClientInformer;
}

/** Installs the client outside the work tree on first use, in the versions of the lock file, and returns where it is. */
export function kubeClientNodePath(): string {
  const lock = readFileSync(join(sources, "package-lock.json"));
  const version = createHash("sha256").update(lock).digest("hex").slice(0, 12);
  const dir = cached(`kube-client-node-${version}`, (into) => {
    for (const file of ["package.json", "package-lock.json"]) copyFileSync(join(sources, file), join(into, file));
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", ["ci", ...quiet], { cwd: into, stdio: ["ignore", "ignore", "inherit"] });
  });
  return join(dir, "node_modules/@kubernetes/client-node");
}

/** Loads the client. */
export async function kubeClientNode(): Promise<KubeClientNode> {
  const dir = kubeClientNodePath();
  const { main } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as { main: string };
  return import(pathToFileURL(join(dir, main)).href);
}
