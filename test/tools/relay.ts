import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A relay of TCP connections that can fall silent, as a network does that loses every packet. */
export interface Relay {
  readonly address: string;
  /** From now on nothing is passed on, and nobody is told. */
  fallSilent(): void;
  /** All is relayed again; the connections that were silent are cut off, as nobody remembers them. */
  recover(): void;
  /** All is relayed again, with what was sent meanwhile: both ends repeat it until it arrives. */
  resume(): void;
  close(): Promise<void>;
}

/** Is shown what passes a relay. */
export type RelayWatch = (way: "there" | "back", bytes: Buffer) => void;

/** Starts a relay to a port of this machine. */
export async function startRelay(port: number, watch?: RelayWatch): Promise<Relay> {
  /** The other end of each connection; undefined while there is none. */
  const sockets = new Map<Socket, Socket | undefined>();
  let silent = false;
  const join = (near: Socket) => {
    const far = connect(port, "127.0.0.1");
    sockets.set(near, far).set(far, near);
    far.on("error", () => undefined);
    if (watch) {
      near.on("data", (bytes) => watch("there", bytes));
      far.on("data", (bytes) => watch("back", bytes));
    }
    near.pipe(far).pipe(near);
  };
  const server = createServer((near) => {
    near.on("error", () => undefined);
    if (silent) sockets.set(near, undefined);
    else join(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallSilent() {
      silent = true;
      for (const socket of sockets.keys()) socket.removeAllListeners("data").unpipe().pause();
    },
    recover() {
      silent = false;
      for (const socket of sockets.keys()) socket.destroy();
      sockets.clear();
    },
    resume() {
      silent = false;
      for (const [socket, other] of sockets) {
        if (other) socket.pipe(other);
        else join(socket);
      }
    },
    async close() {
      for (const socket of sockets.keys()) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
