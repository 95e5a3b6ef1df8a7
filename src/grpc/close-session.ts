import type { ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";

/**
 * Tells a client to take its next calls elsewhere, and lets it close the connection when those that it has are over. Node
 * would close it then, and clients on Node drop what they were sent with TLS and have not read when they see that.
 */
export function closeSession(session: ServerHttp2Session, socket: Socket): void {
  const end = socket.end.bind(socket);
  socket.end = (...given: unknown[]) => {
    const endNow = () => end(...(given as []));
    if (socket.readableEnded) endNow();
    else socket.once("end", endNow);
    return socket;
  };
  session.close();
}
