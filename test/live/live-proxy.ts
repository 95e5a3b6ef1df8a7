import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Connection, type Subscription, shortType, statusOfClient, xdsTypes } from "../../src/deliver/index.ts";
import { proxyBootstrap } from "../../src/main/proxy-bootstrap.ts";
import { writeIdentityFile } from "../../src/main/proxy-identity-file.ts";
import type { KeyPair } from "../../src/pki/index.ts";
import type { NodeVersion } from "./case-versions.ts";
import type { LiveControlPlane } from "./live-control-plane.ts";
import { type MachineFiles, type SecludedEnvoy, startSecludedEnvoy } from "./secluded-envoy.ts";

export interface LiveProxyOptions {
  readonly transport: "plain" | "tls";
  readonly mode: "sotw" | "delta";
  readonly type: "sidecar" | "router";
  readonly plane: LiveControlPlane;
  readonly authority: KeyPair;
  /** The directory with the sockets of the control plane, in which it has one of its own. */
  readonly dir: string;
  readonly files: MachineFiles;
}

/** A real Envoy that is brought from one version to the next. */
export class LiveProxy {
  readonly name: string;
  readonly type: LiveProxyOptions["type"];
  readonly #plane: LiveControlPlane;
  readonly #node: string;
  readonly #envoy: SecludedEnvoy;

  private constructor(name: string, node: string, envoy: SecludedEnvoy, { plane, type }: LiveProxyOptions) {
    this.name = name;
    this.type = type;
    this.#node = node;
    this.#envoy = envoy;
    this.#plane = plane;
  }

  static async start(options: LiveProxyOptions): Promise<LiveProxy> {
    const { transport, mode, type, authority, files } = options;
    const name = `${type}-${transport}-${mode}`;
    const dir = join(options.dir, name);
    mkdirSync(dir);
    const identity = { trustDomain: "cluster.local", namespace: "live", serviceAccount: name };
    const identityFile = await writeIdentityFile({ authority, identity, lifetime: 3_600_000, dir });
    const bootstrap = proxyBootstrap({
      ...{ type, name, mode, namespace: "live", ip: "127.0.0.1", serviceAccount: name, labels: {}, metadata: {} },
      domainSuffix: "cluster.local",
      xds: { host: "127.0.0.1", port: 1 },
      ...(transport === "tls" && { tls: { authority: authority.certificate, identityFile } }),
    });
    const socket = join(dir, `../${transport}.sock`);
    const envoy = await startSecludedEnvoy({ bootstrap: throughSocket(bootstrap, socket), dir, files });
    const node = `${type}~127.0.0.1~${name}.live~live.svc.cluster.local`;
    return new LiveProxy(name, node, envoy, options);
  }

  /**
   * Brings Envoy to a version; resolves when it has asked for and accepted all that belongs to it, or
   * somebody has refused something.
   */
  async take(version: NodeVersion): Promise<void> {
    await this.#plane.until(
      this.#node,
      () => this.#connection() !== undefined,
      () => `${this.name} did not connect: ${this.#envoy.said()}`,
    );
    await this.#connection()?.push(version);
    await this.#plane.until(
      this.#node,
      () => this.#plane.refusals.length > 0 || hasEverything(this.#connection(), version),
      () => `${this.name} did not take ${version.name}: ${statusText(this.#connection(), version)}`,
    );
  }

  /** What the admin page says. */
  admin(path: string): Promise<string> {
    return this.#envoy.admin(path);
  }

  /** Names of what it is to have of a type. */
  toHave(type: string): Iterable<string> {
    return this.#connection()?.resources(type).keys() ?? [];
  }

  stop(): Promise<void> {
    return this.#envoy.stop();
  }

  #connection(): Connection | undefined {
    return this.#plane.connection(this.#node);
  }
}

/** The bootstrap with the control plane's address replaced by a socket, which is reached from every network. */
function throughSocket(bootstrap: object, path: string): object {
  const text = JSON.stringify(bootstrap);
  const address = JSON.stringify({ socketAddress: { address: "127.0.0.1", portValue: 1 } });
  return JSON.parse(text.replace(address, JSON.stringify({ pipe: { path } }))) as object;
}

function hasEverything(connection: Connection | undefined, { name, references }: NodeVersion): boolean {
  if (connection?.versionName !== name) return false;
  return (
    missing(connection, references).length === 0 && connection.subscriptions.every((each) => has(connection, each))
  );
}

function has(connection: Connection, subscription: Subscription): boolean {
  const { waiting, sentNonce, acceptedNonce } = subscription.acknowledgement;
  if (waiting || sentNonce !== acceptedNonce) return false;
  return subscription.update(connection.resources(subscription.type)) === undefined;
}

/** What it should have asked for and did not. */
function missing(connection: Connection, references: NodeVersion["references"]): readonly string[] {
  const { endpoints, routes, certificates, authorities, extensions } = references;
  const wantedOf = (type: string) => connection.subscriptions.find((each) => each.type === type)?.wanted;
  const lacks = (type: string, names: Iterable<string>) => {
    const wanted = wantedOf(type);
    return [...names]
      .filter((each) => wanted !== "all" && !wanted?.has(each))
      .map((each) => `${shortType(type)} ${each}`);
  };
  return [
    ...(wantedOf(xdsTypes.cluster) === undefined ? ["clusters"] : []),
    ...(wantedOf(xdsTypes.listener) === undefined ? ["listeners"] : []),
    ...lacks(xdsTypes.endpoint, endpoints),
    ...lacks(xdsTypes.route, routes),
    ...lacks(xdsTypes.secret, [...certificates, ...authorities]),
    ...lacks(xdsTypes.extension, extensions),
  ];
}

function statusText(connection: Connection | undefined, { references }: NodeVersion): string {
  if (!connection) return "it is gone";
  const states = Array.from(
    statusOfClient(connection),
    ([type, { state, error }]) => `${shortType(type)} ${state} ${error}`,
  );
  const lacking = missing(connection, references);
  return [...states, ...(lacking.length > 0 ? [`not asked for: ${lacking.join(", ")}`] : [])].join("; ");
}
