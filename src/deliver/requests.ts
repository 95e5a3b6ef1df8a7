import { FairwayError } from "../base/fault.ts";
import { readUtf8 } from "../base/read-utf8.ts";
import { WireReader } from "../base/wire-reader.ts";
import { wireTypes } from "../base/wire-writer.ts";
import type { MessageTypes } from "../gen/message-types.ts";
import type { DeltaRequest } from "./delta-subscription.ts";
import { checkName, maxNameLength, type NameLists } from "./name-lists.ts";
import type { SotwRequest } from "./sotw-subscription.ts";

/** Decodes messages; what cannot be decoded is a BadRequest fault. */
export interface MessageDecoder {
  decode<N extends keyof MessageTypes>(name: N, bytes: Uint8Array): MessageTypes[N];
}

/** A request of either form: of which type it is, and who the client is, if it says so. */
export interface Addressed<R> {
  readonly type: string;
  /** In the first message of a stream, and in others only if the client likes. */
  readonly node: () => unknown;
  readonly request: R;
}

/** What a request may bring. */
export interface RequestLimits {
  /** Names in it. */
  readonly maxNames: number;
}

/** Characters of a reason that are kept: Envoy may put the whole response into it, but the names come first. */
const maxReason = 32_768;

/** Types of the form before the present one, which no client speaks any more. */
const oldType = /^type\.googleapis\.com\/envoy\.api\.v2\./;

/** How requests are read. */
export interface RequestReading {
  readonly decoder: MessageDecoder;
  readonly names: NameLists;
  readonly limits: RequestLimits;
  /** The type of a stream that is for one only: its requests need not say it. */
  readonly only: string | undefined;
}

/** Numbers of `DiscoveryRequest`'s fields. */
const sotwFields = { version: 1, node: 2, names: 3, type: 4, nonce: 5, error: 6 } as const;

/** Reads a DiscoveryRequest. */
export function readSotwRequest(reading: RequestReading, bytes: Uint8Array): Addressed<SotwRequest> {
  const { names, version, node, type, nonce, error } = sotwFields;
  const fields = new RequestFields(bytes, names);
  return {
    type: checkType(fields.text(type), reading.only),
    node: () => nodeOf(reading, fields.last(node)),
    request: {
      names: fields.names(names, reading),
      nonce: fields.text(nonce),
      version: fields.text(version),
      ...reasonOf(reading, fields.last(error)),
    },
  };
}

/** Numbers of `DeltaDiscoveryRequest`'s fields. */
const deltaFields = { node: 1, type: 2, subscribe: 3, unsubscribe: 4, versions: 5, nonce: 6, error: 7 } as const;

/** Reads a DeltaDiscoveryRequest. */
export function readDeltaRequest(reading: RequestReading, bytes: Uint8Array): Addressed<DeltaRequest> {
  const { node, type, subscribe, unsubscribe, versions, nonce, error } = deltaFields;
  const fields = new RequestFields(bytes, subscribe, unsubscribe);
  return {
    type: checkType(fields.text(type), reading.only),
    node: () => nodeOf(reading, fields.last(node)),
    request: {
      subscribe: fields.names(subscribe, reading),
      unsubscribe: fields.names(unsubscribe, reading),
      initialVersions: versionsOf(fields.all(versions), reading.limits),
      nonce: fields.text(nonce),
      version: "",
      ...reasonOf(reading, fields.last(error)),
    },
  };
}

/** The fields of a request. All that are read are texts, bytes or messages; others are skipped. */
class RequestFields {
  readonly #values = new Map<number, Uint8Array[]>();

  /** Of the lists of names whole runs are kept. */
  constructor(bytes: Uint8Array, ...lists: readonly number[]) {
    const reader = new WireReader(bytes);
    while (!reader.done) {
      const { field, wireType } = reader.tag();
      if (wireType !== wireTypes.bytes) {
        reader.skip(wireType);
        continue;
      }
      const value = lists.includes(field) ? reader.run(field) : reader.bytes();
      const values = this.#values.get(field);
      if (values) values.push(value);
      else this.#values.set(field, [value]);
    }
  }

  all(field: number): readonly Uint8Array[] {
    return this.#values.get(field) ?? [];
  }

  last(field: number): Uint8Array | undefined {
    return this.#values.get(field)?.at(-1);
  }

  text(field: number): string {
    const value = this.last(field);
    return value ? textOf(value) : "";
  }

  names(field: number, { names, limits }: RequestReading): readonly string[] {
    const [run, ...others] = this.all(field);
    if (!run) return noNames;
    const first = names.read(run);
    const read = others.length === 0 ? first : [...first, ...others.flatMap((each) => names.read(each))];
    checkCount(read.length, limits);
    return read;
  }
}

const noNames: readonly string[] = [];

function textOf(bytes: Uint8Array): string {
  const text = readUtf8(bytes);
  if (text === undefined) throw new FairwayError("BadRequest", "not a protobuf message: a text is not UTF-8");
  return text;
}

function nodeOf({ decoder: messages }: RequestReading, bytes: Uint8Array | undefined): unknown {
  return bytes && messages.decode("envoy.config.core.v3.Node", bytes);
}

const noVersions: ReadonlyMap<string, string> = new Map();

function versionsOf(entries: readonly Uint8Array[], limits: RequestLimits): ReadonlyMap<string, string> {
  if (entries.length === 0) return noVersions;
  checkCount(entries.length, limits);
  const versions = new Map<string, string>();
  for (const entry of entries) {
    const fields = new RequestFields(entry);
    const name = fields.text(1);
    checkName(name);
    versions.set(name, fields.text(2));
  }
  return versions;
}

function reasonOf(
  { decoder: messages }: RequestReading,
  bytes: Uint8Array | undefined,
): Pick<SotwRequest, "error" | "errorCode"> {
  if (!bytes) return {};
  const { message = "", code = 0 } = messages.decode("google.rpc.Status", bytes);
  return { error: message.slice(0, maxReason), errorCode: code };
}

function checkCount(count: number, { maxNames }: RequestLimits): void {
  if (count > maxNames) {
    throw new FairwayError("TooLarge", `a request has ${count} names: at most ${maxNames} are taken`);
  }
}

function checkType(asked: string | undefined, only: string | undefined): string {
  const type = asked || only;
  if (only !== undefined && type !== only) {
    throw new FairwayError("BadRequest", `the request is of type '${type}', and the stream is for '${only}'`);
  }
  if (!type) throw new FairwayError("BadRequest", "the request names no type (type_url)");
  if (type.length > maxNameLength) {
    throw new FairwayError("BadRequest", `the name of a type (type_url) must have at most ${maxNameLength} characters`);
  }
  if (oldType.test(type)) {
    throw new FairwayError(
      "MethodNotAllowed",
      `'${type}' is of xDS v2: only v3 is spoken, such as envoy.config.cluster.v3`,
    );
  }
  return type;
}
