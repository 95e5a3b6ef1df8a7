import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A socket in the file system behind which a port of the loopback address is. */
export interface SocketRelay {
  readonly path: string;
  close(): Promise<void>;
}

/** Passes bytes on between a socket in the file system, which every network namespace reaches, and a local port. */
export async function relaySocket(path: string, port: number): Promise<SocketRelay> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.setNoDelay(true);
      one.pipe(other);
    }
  });
  server.listen(path);
  await once(server, "listening");
  return {
    path,
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, "close");
    },
  };
}
