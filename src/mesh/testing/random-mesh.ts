import { keyOf, type Resource } from "../../api/index.ts";
import type { ResourceChange, Service } from "../../core/index.ts";
import { config, service } from "./configs.ts";

/** A source of numbers from 0 below 1 that repeats itself. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

const namespaces = ["a", "b", "istio-system"];
const names = ["w", "x", "y", "z"];
const exports = [undefined, ["*"], ["."], ["b"], ["a", "b"], ["~"]];
const kinds = [
  "VirtualService",
  "VirtualService",
  "DestinationRule",
  "DestinationRule",
  "Sidecar",
  "Gateway",
  "PeerAuthentication",
  "RequestAuthentication",
  "AuthorizationPolicy",
  "EnvoyFilter",
  "Telemetry",
  "WasmPlugin",
];

/** Objects and services that come, change and go at random, among few names so that they collide. */
export class RandomMesh {
  readonly resources = new Map<string, Resource>();
  readonly services = new Map<string, Service>();
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  /** One more change of objects, or of services if none is returned. */
  step(): readonly ResourceChange[] {
    const count = 1 + Math.floor(this.#random() * 3);
    if (this.#random() < 0.2) {
      for (let i = 0; i < count; i++) this.#changeService();
      return [];
    }
    return Array.from({ length: count }, () => this.#changeResource());
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)] as T;
  }

  #changeService(): void {
    const id = `${this.#pick(namespaces)}/${this.#pick(names)}`;
    if (this.#random() < 0.3) return void this.services.delete(id);
    const [namespace = ""] = id.split("/");
    const shared = this.#random() < 0.3;
    this.services.set(
      id,
      service(id, {
        ...(shared && { hostname: "shared.example.com", registry: "External" }),
        visibility: this.#pick(["all", "all", new Set([namespace]), new Set(["b"]), new Set<string>()]),
        created: Math.floor(this.#random() * 3) * 1000,
        ports: [80, 81]
          .slice(Math.floor(this.#random() * 2))
          .map((number) => ({ number, name: `p${number}`, protocol: "http", targetPort: 0 })),
      }),
    );
  }

  #changeResource(): ResourceChange {
    const kind = this.#pick(kinds);
    const id = `${this.#pick(namespaces)}/${this.#pick(names)}`;
    const at = `${kind} ${id}`;
    const before = this.resources.get(at);
    const after = config(kind, id, this.#random() < 0.03 ? 7 : this.#spec(kind), Math.floor(this.#random() * 3));
    if (before && this.#random() < 0.3) {
      this.resources.delete(at);
      return { key: keyOf(before), before };
    }
    this.resources.set(at, after);
    return { key: keyOf(after), after, ...(before && { before }) };
  }

  #host(): string {
    return this.#pick([
      ...names,
      "w.a.svc.cluster.local",
      "x.b.svc.cluster.local",
      "shared.example.com",
      "*.example.com",
      "*.a.svc.cluster.local",
    ]);
  }

  #spec(kind: string): unknown {
    const exportTo = this.#pick(exports);
    const selector = this.#random() < 0.4 ? { matchLabels: { app: this.#pick(names) } } : undefined;
    const weight = Math.floor(this.#random() * 100);
    switch (kind) {
      case "VirtualService":
        return this.#virtualService(exportTo);
      case "DestinationRule":
        return {
          host: this.#host(),
          exportTo,
          ...(this.#random() < 0.7 && { trafficPolicy: { connectionPool: { tcp: { maxConnections: weight } } } }),
          subsets: [{ name: this.#pick(names) }],
          ...(selector && { workloadSelector: selector }),
        };
      case "Sidecar":
        return {
          ...(selector && { workloadSelector: { labels: selector.matchLabels } }),
          egress: [
            {
              hosts: [
                this.#pick(["./*", "*/*", "~/*", "b/*", "*/w.a.svc.cluster.local", "a/*.a.svc.cluster.local"]),
                this.#pick(["istio-system/*", "~b/*"]),
              ],
            },
          ],
        };
      case "Gateway":
        return {
          selector: { app: this.#pick(names) },
          servers: [
            {
              port: { number: 80 + (weight % 2), protocol: this.#pick(["HTTP", "TCP"]), name: "p" },
              hosts: [`${this.#pick(["*", ".", "a"])}/${this.#host()}`],
            },
          ],
        };
      default:
        return {
          ...(selector &&
            (kind === "EnvoyFilter" ? { workloadSelector: { labels: selector.matchLabels } } : { selector })),
          priority: weight % 3,
          mtls: { mode: this.#pick(["STRICT", "DISABLE", "UNSET"]) },
        };
    }
  }

  #virtualService(exportTo: readonly string[] | undefined): unknown {
    const route = [{ destination: { host: this.#host(), ...(this.#random() < 0.3 && { port: { number: 81 } }) } }];
    if (this.#random() < 0.2) return { exportTo, http: [{ match: [{ uri: { prefix: "/a" } }], route }] };
    const delegate = { name: this.#pick(names), namespace: this.#pick(namespaces) };
    return {
      hosts: [this.#host()],
      exportTo,
      gateways: this.#pick([undefined, ["mesh"], ["w"], ["a/w", "mesh"]]),
      http: [this.#random() < 0.3 ? { delegate } : { route }],
    };
  }
}
