import type { Readable } from "node:stream";
import { FairwayError } from "../base/fault.ts";

const headerLength = 5;

/**
 * The messages of a stream, one after the other: each is preceded by a byte that says whether it is compressed and by its
 * length. Reads no further than the message that is asked for, so that a client cannot make the server hold more. A
 * stream that breaks off ends without an error: that is told elsewhere. Compressed messages are refused, by the name of
 * the `encoding` that the client announced.
 */
export async function* readMessages(stream: Readable, maxBytes: number, encoding = ""): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let length = 0;
  let wanted = headerLength;
  for await (const chunk of chunksOf(stream)) {
    pending.push(chunk);
    length += chunk.length;
    while (length >= wanted) {
      const bytes = pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending, length);
      const end = headerLength + messageLength(bytes, maxBytes, encoding);
      if (bytes.length < end) {
        pending = [bytes];
        wanted = end;
        break;
      }
      yield bytes.subarray(headerLength, end);
      const rest = bytes.subarray(end);
      pending = rest.length > 0 ? [rest] : [];
      length = rest.length;
      wanted = headerLength;
    }
  }
  if (length > 0 && !stream.destroyed)
    throw new FairwayError("BadRequest", "the stream ended in the middle of a message");
}

async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    // Whoever stops reading may still have something to send.
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    if (!stream.destroyed) throw error;
  }
}

function messageLength(bytes: Buffer, maxBytes: number, encoding: string): number {
  if (bytes[0] !== 0) {
    const by = encoding === "" ? "" : `, not even by ${encoding}`;
    throw new FairwayError("UnsupportedMediaType", `messages must not be compressed${by}`);
  }
  const length = bytes.readUInt32BE(1);
  if (length > maxBytes) {
    throw new FairwayError("TooLarge", `a message has ${length} bytes: at most ${maxBytes} are taken`);
  }
  return length;
}
