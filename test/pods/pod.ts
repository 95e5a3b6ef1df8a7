import { eventually } from "../tools/eventually.ts";
import type { Agent } from "./agent.ts";
import type { Answer, Behaviour, Call, Echo, LoadReport, TlsPair } from "./inside/protocol.ts";
import type { PodFacts } from "./pod-objects.ts";
import { adminPort, type Sidecar } from "./sidecar.ts";

/** What to call: a URL whose host is a Service's name or an address, and the rest of the call. */
export interface CallOptions extends Partial<Omit<Call, "path" | "tls">> {
  /** Makes the call name another host than it is sent to. */
  readonly host?: string;
  /** By whom the server's certificate must be signed, in PEM, where the URL says `https`. */
  readonly authority?: string;
  /** What the caller proves itself with there. Default: nothing. */
  readonly pair?: TlsPair;
}

/** An answer, and what the stand-in said in it if one gave it. */
export interface PodAnswer extends Answer {
  readonly echo: Echo | undefined;
}

/** A pod that runs: calls are made from inside it, and its service is told what to do. */
export class Pod {
  readonly facts: PodFacts;
  readonly sidecar: Sidecar | undefined;
  readonly #agent: Agent;
  readonly #resolve: (host: string) => string;

  constructor(options: {
    readonly facts: PodFacts;
    readonly agent: Agent;
    readonly sidecar: Sidecar | undefined;
    /** The address of a host that the pod names. */
    readonly resolve: (host: string) => string;
  }) {
    this.facts = options.facts;
    this.sidecar = options.sidecar;
    this.#agent = options.agent;
    this.#resolve = options.resolve;
  }

  /** Makes one call. */
  async get(url: string, options: CallOptions = {}): Promise<PodAnswer> {
    const [answer] = await this.getMany(url, 1, options);
    if (!answer) throw new Error("no call was made");
    return answer;
  }

  /** Makes a call many times, eight at once if not said otherwise. */
  async getMany(url: string, count: number, options: CallOptions & { concurrency?: number } = {}) {
    const { concurrency = Math.min(count, 8), ...rest } = options;
    const call = this.callTo(url, rest);
    const answers = await this.#agent.order<readonly Answer[]>("calls", { call, count, concurrency });
    return answers.map((answer): PodAnswer => ({ ...answer, echo: echoIn(answer) }));
  }

  /** Calls over and over until the load is stopped, by so many callers. */
  async load(urls: readonly string[], concurrency: number, options: CallOptions = {}): Promise<PodLoad> {
    await this.#agent.order("load", { calls: urls.map((url) => this.callTo(url, options)), concurrency });
    return {
      report: () => this.#agent.order<LoadReport>("load-report", {}),
      stop: () => this.#agent.order<LoadReport>("load-stop", {}),
    };
  }

  /** Speaks TCP: says something and hears until `until`, or until the other end has enough. */
  converse(host: string, port: number, say: string, until: string): Promise<{ heard: string; error?: string }> {
    const address = this.#resolve(host);
    return this.#agent.order("converse", { address, port, say, until });
  }

  /** Tells the pod's service how to deal with requests from now on; nothing makes it itself again. */
  async behave(behaviour: Behaviour = {}): Promise<void> {
    await this.#agent.order("behave", behaviour);
  }

  /** The requests that reached the pod's service since the last time it was asked to forget them. */
  seen({ forget = false } = {}): Promise<readonly Omit<Echo, "called">[]> {
    return this.#agent.order("seen", { forget });
  }

  /** A page of the pod's Envoy. */
  async admin(path: string, method = "GET"): Promise<string> {
    const { text, status, error } = await this.get(`http://127.0.0.1:${adminPort}${path}`, { method, fresh: true });
    if (status !== 200) throw new Error(`Envoy of ${this.facts.name} answered ${path} with ${status} ${error ?? text}`);
    return text;
  }

  /** Envoy's counters and gauges whose names a regular expression finds. */
  async stats(filter: string): Promise<ReadonlyMap<string, number>> {
    const { stats } = JSON.parse(await this.admin(`/stats?format=json&filter=${encodeURIComponent(filter)}`)) as {
      readonly stats: readonly { readonly name?: string; readonly value?: number }[];
    };
    return new Map(
      stats.flatMap(({ name, value }) => (name !== undefined && value !== undefined ? [[name, value]] : [])),
    );
  }

  /** Waits until Envoy has everything that it needs to serve. */
  async ready(): Promise<void> {
    if (!this.sidecar) return;
    const { process, log } = this.sidecar;
    await eventually(async () => {
      if (process.exitCode !== null) throw new Error(`Envoy of ${this.facts.name} ended:\n${log().slice(-2000)}`);
      return (await this.admin("/ready")).startsWith("LIVE");
    }, 60_000);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#agent.stop(), this.sidecar?.stop()]);
  }

  /** What a URL means from inside this pod. */
  callTo(url: string, { host, authority = "", pair, headers, ...options }: CallOptions = {}): Call {
    const { protocol, hostname, port, pathname, search, host: named } = new URL(url);
    const isSecure = protocol === "https:";
    return {
      address: this.#resolve(hostname),
      port: Number(port || (isSecure ? 443 : 80)),
      ...(isSecure && { tls: { name: host ?? hostname, authority, pair } }),
      path: `${pathname}${search}`,
      headers: { host: host ?? named, ...headers },
      ...options,
    };
  }
}

/** Calls that go on. */
export interface PodLoad {
  report(): Promise<LoadReport>;
  stop(): Promise<LoadReport>;
}

function echoIn({ headers, text }: Answer): Echo | undefined {
  return headers["x-pod"] === undefined ? undefined : (JSON.parse(text) as Echo);
}
