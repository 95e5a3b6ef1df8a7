import type { ServerHttp2Session, ServerHttp2Stream } from "node:http2";
import { afterPatiently, type Clock } from "./clock.ts";

/** How long a connection of HTTP/2 may go without a sign of use. Times are in milliseconds. */
export interface SessionTimes {
  /** Until the client has begun to speak HTTP/2. */
  readonly handshakeTimeout: number;
  /** Without any stream; looked at with each ping. */
  readonly idleTimeout: number;
  /** Between pings, and how long one may stay unanswered. */
  readonly pingInterval: number;
  readonly pingTimeout: number;
}

/**
 * Ends a connection that never begins to speak HTTP/2, that stops answering, or that has no use: nobody says so of a
 * client that is gone, and one that only holds the connection takes the place of others.
 */
export function watchSession(session: ServerHttp2Session, times: SessionTimes, clock: Clock): void {
  const { handshakeTimeout, idleTimeout, pingInterval, pingTimeout } = times;
  let calls = 0;
  let usedAt = clock.monotonic();
  session.on("stream", (stream: ServerHttp2Stream) => {
    calls += 1;
    stream.once("close", () => {
      calls -= 1;
      usedAt = clock.monotonic();
    });
  });
  let cancel = afterPatiently(clock, handshakeTimeout, () => session.destroy());
  const awaitAnswer = () => {
    const heard = session.socket.bytesRead;
    cancel = afterPatiently(clock, pingTimeout, () => {
      if (session.destroyed) return;
      // A question comes after all that was written before it, which a slow client may take long to read.
      if (session.socket.bytesRead > heard) awaitAnswer();
      else session.destroy();
    });
  };
  const look = () => {
    if (session.destroyed) return;
    if (calls === 0 && clock.monotonic() - usedAt >= idleTimeout) return session.destroy();
    awaitAnswer();
    session.ping(() => {
      cancel();
      cancel = clock.after(pingInterval, look);
    });
  };
  // The client has acknowledged our settings.
  session.once("localSettings", () => {
    cancel();
    cancel = clock.after(pingInterval, look);
  });
  session.once("close", () => cancel());
}
