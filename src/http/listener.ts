import type { Server } from "node:http";
import type { Http2SecureServer, ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { listenOn } from "../base/listen-on.ts";

/** Milliseconds between looks for connections that have nothing to do, when a server stops. */
const sweepInterval = 20;

/** A server with a lifetime: it listens on an address, and closes without waiting for clients for ever. */
export class Listener {
  protected readonly server: Server | Http2SecureServer;
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Set<ServerHttp2Session>();

  constructor(server: Server | Http2SecureServer) {
    this.server = server;
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    server.on("session", (session: ServerHttp2Session) => {
      this.#sessions.add(session);
      session.on("close", () => this.#sessions.delete(session));
      // A client that breaks the protocol loses its own connection only.
      session.on("error", () => session.destroy());
    });
    // Broken handshakes are the client's affair.
    server.on("tlsClientError", () => {});
    server.on("clientError", (_error: Error, socket: Socket) => {
      if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
      else socket.destroy();
    });
  }

  /** Starts to listen; `what` names the part and its flag in the message if that fails. Returns the real address. */
  listen(address: { readonly host: string; readonly port: number }, what: string): Promise<string> {
    return listenOn(this.server, address, what);
  }

  /** Takes no new connections, lets requests under way end for up to `grace` milliseconds, then cuts them off. */
  async close(grace: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const session of this.#sessions) session.close();
    // A connection whose last answer ends meanwhile would be kept for another request.
    const sweep = setInterval(() => {
      if ("closeIdleConnections" in this.server) this.server.closeIdleConnections();
    }, sweepInterval);
    const cut = setTimeout(() => {
      for (const session of this.#sessions) session.destroy();
      for (const socket of this.#sockets) socket.destroy();
    }, grace);
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
  }
}
