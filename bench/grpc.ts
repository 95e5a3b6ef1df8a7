/**
 * The transport beside Go's (google.golang.org/grpc): one prepared response to many streams, each on a connection of its
 * own, as proxies are. All servers are loaded by the same client, a process of its own, and take turns in every round.
 * Alone: `node bench/grpc.ts [-o json] [--transports plain,tls] [--streams 100,500,1000] [--sizes 200000,2000000]
 * [--rounds 11] [--window 65535]`; the window is what clients let a server send ahead, by default as much as Envoy does.
 */
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { printPushes } from "./grpc-table.ts";
import { type PushPeers, type PushServer, pushServers, startPushPeers } from "./push-peers.ts";

/** What one server did, in the median of the rounds. */
export interface PushCost {
  /** Milliseconds of the server's processor time, all threads. */
  readonly cpuMs: number;
  /** Milliseconds from the order to push until the last stream has its last byte. */
  readonly wallMs: number;
  /** Bytes of resident memory, at the highest. */
  readonly peak: number;
}

/** How servers and clients speak. */
const pushTransports = ["plain", "tls"] as const;

type PushTransport = (typeof pushTransports)[number];

/** One response pushed to some streams. */
export interface PushMeasure {
  readonly transport: PushTransport;
  readonly streams: number;
  readonly bytes: number;
  readonly rounds: number;
  readonly costs: Readonly<Record<PushServer, PushCost>>;
  /** Medians of what each round gave: ours as a multiple of Go's. Below 1 it is less. */
  readonly ratios: {
    readonly transport: { readonly cpu: number; readonly wall: number };
    readonly ads: { readonly cpu: number; readonly wall: number };
    /** All of `deliver` beside a Go server that encodes for each stream. */
    readonly adsToMarshal: { readonly cpu: number; readonly wall: number };
  };
}

/** What streams cost that are open and have nothing to do. */
export interface IdleMeasure {
  readonly transport: PushTransport;
  readonly streams: number;
  /** Bytes of resident memory before the first stream, and for each that was opened. */
  readonly before: Readonly<Record<PushServer, number>>;
  readonly perStream: Readonly<Record<PushServer, number>>;
}

export interface GrpcMeasures {
  readonly pushes: readonly PushMeasure[];
  readonly idle: readonly IdleMeasure[];
  /** The machine's load over one minute, before and after: other work makes times longer. */
  readonly load: readonly [number, number];
}

/** Messages until everything has been compiled that is compiled while it runs: V8 waits for 10,000 calls, and then some. */
const warmMessages = 15_000;

export interface GrpcBenchOptions {
  /** Default: both. */
  readonly transports?: readonly PushTransport[];
  /** Default: 100, 500, 1000. */
  readonly streams?: readonly number[];
  /** Bytes of the responses. Default: 200 KB and 2 MB. */
  readonly sizes?: readonly number[];
  /** Of small responses; of large ones there are half as many. Default: 11. */
  readonly rounds?: number;
  /** Bytes that clients let a server send ahead. Default: 16 MiB, as Envoy does. */
  readonly window?: number;
}

/** Measures transports, each with several numbers of streams. */
export async function benchGrpc({
  transports = pushTransports,
  streams = [100, 500, 1000],
  sizes = [200_000, 2_000_000],
  rounds = 11,
  window = 16 * 1024 * 1024,
}: GrpcBenchOptions): Promise<GrpcMeasures> {
  const pushes: PushMeasure[] = [];
  const idle: IdleMeasure[] = [];
  const before = loadavg()[0] ?? 0;
  for (const transport of transports) {
    for (const count of streams) {
      const peers = await startPushPeers(transport === "tls", window);
      try {
        idle.push({ transport, streams: count, ...(await measureIdle(peers, count)) });
        for (const size of sizes) {
          const some = size > 1_000_000 ? Math.max(3, (rounds >> 1) | 1) : rounds;
          pushes.push({ transport, ...(await measurePushes(peers, { streams: count, bytes: size, rounds: some })) });
        }
      } finally {
        await peers.stop();
      }
    }
  }
  return { pushes, idle, load: [before, loadavg()[0] ?? 0] };
}

async function measureIdle(peers: PushPeers, streams: number): Promise<Pick<IdleMeasure, "before" | "perStream">> {
  const before = memoryOf(peers);
  for (const server of pushServers) {
    await peers.client.ask({ Do: "open", Server: server, Address: peers.addresses[server], Streams: streams });
  }
  await sleep(1000);
  const after = memoryOf(peers);
  return { before, perStream: ofServers((server) => (after[server] - before[server]) / streams) };
}

function memoryOf({ servers }: PushPeers): Record<PushServer, number> {
  return ofServers((server) => servers[server].memory().now);
}

type PushLoad = Pick<PushMeasure, "streams" | "bytes" | "rounds">;

async function measurePushes(peers: PushPeers, load: PushLoad): Promise<Omit<PushMeasure, "transport">> {
  const warmPushes = warmMessages / load.streams;
  for (let i = 0; i < warmPushes; i++) for (const server of pushServers) await push(peers, server, load);
  for (const server of pushServers) peers.servers[server].forgetPeak();
  const each: Record<PushServer, Round>[] = [];
  for (let i = 0; i < load.rounds; i++) {
    const round: Partial<Record<PushServer, Round>> = {};
    // Each is as often before the others as after them.
    const order = i % 2 === 0 ? pushServers : pushServers.toReversed();
    for (const server of order) round[server] = await push(peers, server, load);
    each.push(round as Record<PushServer, Round>);
  }
  const ratio = (ours: PushServer, theirs: PushServer) => ({
    cpu: median(each.map((round) => round[ours].cpuMs / round[theirs].cpuMs)),
    wall: median(each.map((round) => round[ours].wallMs / round[theirs].wallMs)),
  });
  return {
    ...load,
    costs: ofServers((server) => ({
      cpuMs: median(each.map((round) => round[server].cpuMs)),
      wallMs: median(each.map((round) => round[server].wallMs)),
      peak: peers.servers[server].memory().peak,
    })),
    ratios: { transport: ratio("fairway", "go"), ads: ratio("ads", "go"), adsToMarshal: ratio("ads", "goMarshal") },
  };
}

interface Round {
  readonly cpuMs: number;
  readonly wallMs: number;
}

async function push({ client, servers }: PushPeers, server: PushServer, load: PushLoad): Promise<Round> {
  const before = servers[server].cpuMs();
  const answer = await client.ask({ Do: "push", Server: server, Size: load.bytes });
  const { LastMs, Bytes } = answer as { readonly LastMs: number; readonly Bytes: number };
  if (Bytes < load.bytes * load.streams)
    throw new Error(`${server} has sent ${Bytes} bytes, and should have sent more`);
  // What a server does after the last byte, such as reading acknowledgements, is its cost too.
  await sleep(100);
  return { cpuMs: servers[server].cpuMs() - before, wallMs: LastMs };
}

function ofServers<T>(value: (server: PushServer) => T): Record<PushServer, T> {
  return Object.fromEntries(pushServers.map((server) => [server, value(server)])) as Record<PushServer, T>;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function transportOf(name: string): PushTransport {
  const found = pushTransports.find((transport) => transport === name);
  if (!found) throw new Error(`--transports must be of ${pushTransports.join(", ")}`);
  return found;
}

if (import.meta.main) {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      output: { ...text, short: "o" },
      transports: text,
      streams: text,
      sizes: text,
      rounds: text,
      window: text,
    },
  });
  const { output, transports, streams, sizes, rounds, window } = values;
  const measures = await benchGrpc({
    ...(transports && { transports: transports.split(",").map(transportOf) }),
    ...(streams && { streams: streams.split(",").map(Number) }),
    ...(sizes && { sizes: sizes.split(",").map(Number) }),
    ...(rounds && { rounds: Number(rounds) }),
    ...(window && { window: Number(window) }),
  });
  if (output === "json") console.log(JSON.stringify({ grpc: measures }));
  else printPushes(measures);
}
