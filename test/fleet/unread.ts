import { parentPort } from "node:worker_threads";
import { Fleet } from "./fleet.ts";

/** What came of a thousand pushes to a thousand clients of which a hundred never read. */
export interface UnreadOutcome {
  /** Bytes that were under way to one of them, at the most. */
  readonly most: number;
  /** Responses that waited for room for one of them, at the most. */
  readonly waiting: number;
  /** Different bytes that waited for clients of one group, at the most: those of one are the others' too. */
  readonly kept: number;
  /** How often one that reads did not have a change as soon as it was pushed. */
  readonly behind: number;
  /** Clients that read and were sent each change of theirs, in order. */
  readonly inOrder: number;
  readonly cutOff: number;
  readonly connected: number;
  readonly failed: number;
}

const [clients, unread, groups, pushes] = [1000, 100, 20, 1000];

async function run(): Promise<UnreadOutcome> {
  const fleet = new Fleet({ groups, bytes: 10_000 });
  await fleet.join(clients);
  const [stuck, well] = [fleet.clients.slice(0, unread), fleet.clients.slice(unread)];
  for (const { call } of stuck) if (call) call.reads = false;
  let [most, waiting, kept, behind] = [0, 0, 0, 0];
  for (let push = 0; push < pushes; push++) {
    const group = push % groups;
    fleet.change(group);
    // Changes come as fast as they may without being taken together, and the clock stands while they are pushed.
    await fleet.pass(100);
    behind += well.filter((each) => each.index % groups === group && each.has !== fleet.numberFor(each)).length;
    for (const { call } of stuck) {
      most = Math.max(most, call?.held ?? 0);
      waiting = Math.max(waiting, call?.waiting.length ?? 0);
    }
    const parts = stuck.flatMap(({ index, call }) => (index % groups === group ? (call?.waiting.flat() ?? []) : []));
    kept = Math.max(kept, new Set(parts.filter(({ length }) => length > 1000)).size);
  }
  const isWhole = (got: readonly number[]) => got.length === pushes / groups + 1 && got.every((each, i) => each === i);
  const inOrder = well.filter(({ got }) => isWhole(got)).length;
  const { cutOff, failed } = fleet.counts;
  const connected = fleet.ads.connections().length;
  await fleet.close();
  return { most, waiting, kept, behind, inOrder, cutOff, connected, failed };
}

parentPort?.postMessage(await run());
