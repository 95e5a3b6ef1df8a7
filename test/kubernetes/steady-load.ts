import { once } from "node:events";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

/** Calls that go on all the time. */
export interface SteadyLoad {
  /** Calls that were answered so far with 200. */
  readonly answered: () => number;
  /** What became of all others. */
  readonly failures: readonly string[];
  /** What the last call was answered with. */
  readonly last: () => string;
  stop(): Promise<void>;
}

/** Calls a port of this machine as `host` until stopped: so many callers, each one call after the other. */
export function startLoad(port: number, host: string, callers = 2): SteadyLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const failures: string[] = [];
  let [answered, last, stopped] = [0, "", false];
  const call = async () => {
    const outgoing = request({ host: "127.0.0.1", port, agent, headers: { host } }).end();
    const [answer] = await once(outgoing, "response");
    const said = await text(answer);
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${said}`);
    last = said;
  };
  const loop = async () => {
    while (!stopped) {
      await call().then(
        () => {
          answered += 1;
        },
        (error: unknown) => failures.push(String(error)),
      );
    }
  };
  const loops = Array.from({ length: callers }, loop);
  return {
    answered: () => answered,
    failures,
    last: () => last,
    async stop() {
      stopped = true;
      await Promise.all(loops);
      agent.destroy();
    },
  };
}
