import { decodeBody, type KindCatalog, kubeProtobuf, type TypedBody, WatchFrameReader } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import type { Coming } from "./reading-pace.ts";
import type { KubeResponse } from "./transport.ts";

/** The largest answer that is taken, in bytes: a list's page of 500 objects of the largest size, and some. */
const maxBody = 512 * 1024 * 1024;
/** The largest event of a watch, in bytes. */
const maxLine = 16 * 1024 * 1024;

/** One event of a watch as the server sent it. */
export interface RawWatchEvent {
  readonly type: string;
  readonly object: TypedBody;
}

/** An answer's whole body, by its content type; undefined where it is none that can be read. */
export async function readAnswer(kinds: KindCatalog, { headers, body }: KubeResponse): Promise<TypedBody | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBody) throw new FairwayError("TooLarge", `the server's answer is longer than ${maxBody} bytes`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (isProtobuf(headers)) return decodeBody(kinds, bytes);
  return typed(bytes.toString("utf8"));
}

/** The events of a watch until the server ends it: those together that came together. */
export interface WatchedEvents extends AsyncIterable<readonly RawWatchEvent[]> {
  /** Those that have come and were not read. Default: nobody knows. */
  readonly coming?: Coming;
}

/** The events of a watch, in whichever form they come. */
export function watchEvents(kinds: KindCatalog, response: KubeResponse): WatchedEvents {
  const read = isProtobuf(response.headers) ? protobufEvents(kinds) : jsonEvents();
  return {
    async *[Symbol.asyncIterator]() {
      for await (const chunk of response.body) yield read(chunk);
    },
    ...(response.coming && { coming: response.coming }),
  };
}

/** Reads what a piece of a body completes. */
type ReadEvents = (chunk: Uint8Array) => readonly RawWatchEvent[];

function protobufEvents(kinds: KindCatalog): ReadEvents {
  const reader = new WatchFrameReader();
  return (chunk) => Array.from(reader.push(chunk), ({ type, object }) => ({ type, object: decodeBody(kinds, object) }));
}

function jsonEvents(): ReadEvents {
  const decoder = new TextDecoder();
  let rest = "";
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > maxLine)
      throw new FairwayError("TooLarge", `an event of a watch is longer than ${maxLine} bytes`);
    return lines.filter((line) => line.trim() !== "").map(readEvent);
  };
}

function readEvent(line: string): RawWatchEvent {
  const event = json(line);
  if (!isObject(event) || !isTyped(event.object)) throw new FairwayError("Unavailable", "the watch sent no event");
  return { type: String(event.type), object: event.object };
}

function isProtobuf(headers: KubeResponse["headers"]): boolean {
  return headers["content-type"]?.split(";")[0]?.trim() === kubeProtobuf;
}

function typed(text: string): TypedBody | undefined {
  const body = json(text);
  // The list of resources of the core group says no version of its own form.
  return isObject(body) && typeof body.kind === "string" ? { apiVersion: "v1", kind: body.kind, ...body } : undefined;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTyped(body: unknown): body is TypedBody {
  return isObject(body) && typeof body.kind === "string" && typeof body.apiVersion === "string";
}
