import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Connects, says something, and returns what was said until the other end or the patience ended, or `until` came. */
export async function converse(to: {
  readonly address: string;
  readonly port: number;
  readonly say: string;
  readonly until: string;
  readonly patience?: number;
}): Promise<{ readonly heard: string; readonly error?: string }> {
  const socket = connect(to.port, to.address);
  let heard = "";
  let error: string | undefined;
  const ended = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.on("error", (reason: NodeJS.ErrnoException) => {
      error = reason.code ?? reason.message;
    });
    socket.setEncoding("utf8").on("data", (part: string) => {
      heard += part;
      if (heard.includes(to.until)) resolve();
    });
  });
  await Promise.race([once(socket, "connect").catch(() => undefined), ended]);
  socket.write(to.say);
  await Promise.race([ended, sleep(to.patience ?? 15_000, undefined, { ref: false })]);
  socket.destroy();
  return { heard, ...(error !== undefined && { error }) };
}
