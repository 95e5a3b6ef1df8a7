import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Spreads TCP connections over targets, as the address of a Service does. */
export interface Balancer {
  /** Host and port. */
  readonly address: string;
  /** Connections to each target now, by its address. */
  readonly connections: ReadonlyMap<string, number>;
  /** From now on connections go to these, each to one of them at random; those that are there stay where they are. */
  spreadOver(targets: readonly string[]): void;
  close(): Promise<void>;
}

/** Starts a balancer; `random` gives numbers from 0 up to but not including its argument. */
export async function startBalancer(random: (below: number) => number): Promise<Balancer> {
  const connections = new Map<string, number>();
  const sockets = new Set<Socket>();
  let targets: readonly string[] = [];
  const server = createServer((near) => {
    const target = targets[random(targets.length)];
    if (target === undefined) return void near.destroy();
    const [host = "", port] = target.split(":");
    const far = connect(Number(port), host);
    connections.set(target, (connections.get(target) ?? 0) + 1);
    far.on("close", () => connections.set(target, (connections.get(target) ?? 1) - 1));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    spreadOver: (next) => {
      targets = next;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
