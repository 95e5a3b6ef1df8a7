/**
 * The transport beside Go's (google.golang.org/grpc): one prepared response to many streams, each on a connection of its
 * own, as proxies are. All servers are loaded by the same client, a process of its own, and take turns in every round.
 * Alone: `node bench/grpc.ts [-o json] [--streams 100,500,1000] [--rounds 11]`.
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

/** One response pushed to some streams. */
export interface PushMeasure {
  readonly transport: "plain" | "tls";
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
  readonly transport: "plain" | "tls";
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

const sizes = [200_000, 2_000_000];
/** Until everything has been compiled that is compiled while it runs. */
const warmup = 4;

/** Measures both transports with these numbers of streams; large responses take a third of the rounds. */
export async function benchGrpc(streams: readonly number[] = [100, 500, 1000], rounds = 11): Promise<GrpcMeasures> {
  const pushes: PushMeasure[] = [];
  const idle: IdleMeasure[] = [];
  const before = loadavg()[0] ?? 0;
  for (const transport of ["plain", "tls"] as const) {
    for (const count of streams) {
      const peers = await startPushPeers(transport === "tls");
      try {
        idle.push({ transport, streams: count, ...(await measureIdle(peers, count)) });
        for (const size of sizes) {
          const some = size > 1_000_000 ? Math.max(3, Math.ceil(rounds / 2)) : rounds;
          pushes.push({ transport, streams: count, ...(await measurePushes(peers, size, some)) });
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

async function measurePushes(
  peers: PushPeers,
  size: number,
  rounds: number,
): Promise<Omit<PushMeasure, "transport" | "streams">> {
  for (let i = 0; i < warmup; i++) for (const server of pushServers) await push(peers, server, size);
  for (const server of pushServers) peers.servers[server].forgetPeak();
  const each: Record<PushServer, Round>[] = [];
  for (let i = 0; i < rounds; i++) {
    const round: Partial<Record<PushServer, Round>> = {};
    for (const server of pushServers) round[server] = await push(peers, server, size);
    each.push(round as Record<PushServer, Round>);
  }
  const ratio = (ours: PushServer, theirs: PushServer) => ({
    cpu: median(each.map((round) => round[ours].cpuMs / round[theirs].cpuMs)),
    wall: median(each.map((round) => round[ours].wallMs / round[theirs].wallMs)),
  });
  return {
    bytes: size,
    rounds,
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

async function push({ client, servers }: PushPeers, server: PushServer, size: number): Promise<Round> {
  const before = servers[server].cpuMs();
  const { LastMs } = (await client.ask({ Do: "push", Server: server, Size: size })) as { readonly LastMs: number };
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

if (import.meta.main) {
  const { values } = parseArgs({
    options: { output: { type: "string", short: "o" }, streams: { type: "string" }, rounds: { type: "string" } },
  });
  const measures = await benchGrpc(
    values.streams?.split(",").map(Number),
    values.rounds ? Number(values.rounds) : undefined,
  );
  if (values.output === "json") console.log(JSON.stringify({ grpc: measures }));
  else printPushes(measures);
}
