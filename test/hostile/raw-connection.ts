import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** The frames of HTTP/2 that hostile clients use. */
export const frameTypes = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const frameFlags = { none: 0, endStream: 1, ack: 1, endHeaders: 4 } as const;

/** How every connection of HTTP/2 begins. */
export const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** One frame. */
export function frame(type: number, flags: number, stream: number, payload: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A number in HPACK, after a prefix of seven bits. */
function prefixed(length: number): readonly number[] {
  if (length < 127) return [length];
  const bytes = [127];
  let rest = length - 127;
  for (; rest >= 128; rest >>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

/** Headers in HPACK, each spelled out. */
export function headerBlock(headers: readonly (readonly [string, string])[]): Buffer {
  return Buffer.concat(
    headers.flatMap(([name, value]) => [
      Buffer.from([0, ...prefixed(Buffer.byteLength(name))]),
      Buffer.from(name),
      Buffer.from(prefixed(Buffer.byteLength(value))),
      Buffer.from(value),
    ]),
  );
}

/** The headers of a call. */
export function callHeaders(path: string, contentType = "application/grpc", method = "POST"): Buffer {
  return headerBlock([
    [":method", method],
    [":scheme", "http"],
    [":authority", "localhost"],
    [":path", path],
    ["content-type", contentType],
    ["te", "trailers"],
  ]);
}

/** A message as gRPC puts it on a stream. */
export function grpcMessage(message: Uint8Array, length = message.length): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
}

/** A TCP connection on which anything can be said. */
export class RawConnection {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  #received = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      // Who floods is not interested in more than the beginning.
      if (this.#received.length < 1 << 20) this.#received = Buffer.concat([this.#received, chunk]);
    });
    this.closed = new Promise((resolve) => socket.on("close", () => resolve()));
  }

  /** What the server has said, as far as it was kept. */
  get received(): Buffer {
    return this.#received;
  }

  /** The frames that the server has sent whole. */
  frames(): readonly { readonly type: number; readonly stream: number; readonly payload: Buffer }[] {
    const frames = [];
    let rest = this.#received;
    while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
      const end = 9 + rest.readUIntBE(0, 3);
      frames.push({ type: rest.readUInt8(3), stream: rest.readUInt32BE(5), payload: rest.subarray(9, end) });
      rest = rest.subarray(end);
    }
    return frames;
  }

  /** Resolves as soon as a frame of a type has come, or the connection is closed. */
  async answer(type: number): Promise<void> {
    while (!this.socket.destroyed && !this.frames().some((each) => each.type === type)) {
      await Promise.race([once(this.socket, "data").catch(() => undefined), this.closed]);
    }
  }

  /** Says something; false if the server listens no more. */
  write(...parts: readonly Uint8Array[]): boolean {
    if (this.socket.destroyed || !this.socket.writable) return false;
    this.socket.write(Buffer.concat(parts));
    return true;
  }

  /** Resolves when the server has taken what was said. */
  async drained(): Promise<void> {
    await once(this.socket, "drain").catch(() => undefined);
  }

  destroy(): void {
    this.socket.destroy();
  }
}

/** Connects to `host:port`. */
export async function connectRaw(address: string): Promise<RawConnection> {
  const colon = address.lastIndexOf(":");
  const socket = connect(Number(address.slice(colon + 1)), address.slice(0, colon));
  const connection = new RawConnection(socket);
  await Promise.race([once(socket, "connect"), connection.closed]);
  return connection;
}

/** Connects to `host:port` with TLS. */
export async function connectRawTls(address: string, protocols = ["h2"]): Promise<RawConnection> {
  const colon = address.lastIndexOf(":");
  const [host, port] = [address.slice(0, colon), Number(address.slice(colon + 1))];
  const socket = connectTls({ host, port, ALPNProtocols: protocols, rejectUnauthorized: false });
  const connection = new RawConnection(socket);
  await Promise.race([new Promise((resolve) => socket.once("secureConnect", resolve)), connection.closed]);
  return connection;
}
