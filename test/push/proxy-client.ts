import { shortType, tableOfHost, xdsTypes } from "../../src/deliver/index.ts";
import type { EnvoyCodec } from "../../src/translate/index.ts";
import { WatchedType, type XdsForm } from "./client-state.ts";
import type { Node } from "./nodes.ts";
import { type Response, readResponse } from "./read-response.ts";
import type { ReferenceReader } from "./references-held.ts";
import type { ClientEnd, ClientStream } from "./stream-pair.ts";

/** What a client is made with. */
export interface ClientOptions {
  readonly node: Node;
  readonly form: XdsForm;
  /** Begins a stream of the client's form. */
  readonly open: (form: XdsForm, end: ClientEnd) => ClientStream;
  readonly codec: EnvoyCodec;
  readonly references: ReferenceReader;
}

/** Events that are remembered of each client. */
const maxStory = 12;

function describeResponse({ type, nonce, resources, removed }: Response): string {
  const gone = removed.length > 0 ? ` without ${removed.join(" ")}` : "";
  return `← ${shortType(type)} ${nonce.split("/").at(-1)}: ${resources.map(({ name }) => name).join(" ")}${gone}`;
}

/**
 * A client that keeps what it is sent, and asks for what that speaks of, as Envoy and gRPC do. It may stop reading for a
 * while, leave and come back.
 */
export class ProxyClient {
  readonly node: Node;
  readonly form: XdsForm;
  /** Responses that came since they were last counted. */
  responses = 0;
  /** What came though the client had it and had not asked. */
  readonly needless: string[] = [];
  readonly #options: ClientOptions;
  readonly #watched = new Map<string, WatchedType>();
  #stream: ClientStream | undefined;
  #introduced = false;
  /** What has come while the client does not read; undefined while it does. */
  #unread: Buffer[] | undefined;

  readonly #events: (() => string)[] = [];

  constructor(options: ClientOptions) {
    this.#options = options;
    this.node = options.node;
    this.form = options.form;
  }

  get name(): string {
    return `${this.node.name} (${this.form})`;
  }

  /** The last things that happened to it. */
  get story(): readonly string[] {
    return this.#events.map((tell) => tell());
  }

  get connected(): boolean {
    return this.#stream !== undefined;
  }

  get reading(): boolean {
    return this.#unread === undefined;
  }

  /** What it watches, by type. */
  get watched(): ReadonlyMap<string, WatchedType> {
    return this.#watched;
  }

  connect(): void {
    this.#note(() => "connects");
    const stream: ClientStream = this.#options.open(this.form, {
      received: (bytes) => {
        if (this.#stream === stream) this.#arrive(bytes);
      },
      cutOff: () => {
        if (this.#stream === stream) this.disconnect();
      },
    });
    this.#stream = stream;
    this.#introduced = false;
    for (const watched of this.#watched.values()) {
      watched.reconnect();
      this.#begin(watched);
    }
    for (const [type, names] of Object.entries(this.node.watches)) {
      if (!this.#watched.has(type)) this.watch(type, names);
    }
  }

  disconnect(): void {
    this.#note(() => "leaves");
    this.#stream?.close();
    this.#stream = undefined;
    this.#unread = undefined;
  }

  /** Begins to watch a type, or wants other names of it. */
  watch(type: string, names: "all" | readonly string[]): void {
    if (names !== "all") return this.#want(type, new Set(names));
    if (this.#watched.has(type)) return;
    const watched = new WatchedType(type, this.form, "all");
    this.#watched.set(type, watched);
    this.#begin(watched);
  }

  /** Takes and answers nothing; and if it does not even read, the server cannot send. */
  pause(reads: boolean): void {
    this.#note(() => (reads ? "stops answering" : "stops reading"));
    this.#unread ??= [];
    if (!reads) this.#stream?.holdUp?.();
  }

  /** Reads what has come, and goes on reading. */
  resume(): void {
    this.#note(() => "goes on reading");
    const unread = this.#unread ?? [];
    this.#unread = undefined;
    this.#stream?.letThrough?.();
    for (const bytes of unread) this.#take(readResponse(this.form, bytes));
  }

  /** Everything that was asked for has come. */
  settle(): void {
    for (const watched of this.#watched.values()) watched.settle();
  }

  #arrive(bytes: Buffer): void {
    this.responses += 1;
    if (this.#unread) this.#unread.push(bytes);
    else this.#take(readResponse(this.form, bytes));
  }

  /** Notes what happens, to be told if somebody asks. */
  #note(tell: () => string): void {
    this.#events.push(tell);
    if (this.#events.length > maxStory) this.#events.shift();
  }

  #take(response: Response): void {
    this.#note(() => describeResponse(response));
    const watched = this.#watched.get(response.type);
    if (!watched) throw new Error(`${this.name} was sent ${response.type}, which it does not watch`);
    const { news, needless } = watched.take(response, (name) => this.#isUseful(response.type, name));
    for (const name of needless) this.needless.push(`${response.type} ${name}`);
    if (response.type === xdsTypes.cluster) {
      const followers = news.flatMap(
        (each) => this.#options.references.of(response.type, each)[xdsTypes.endpoint] ?? [],
      );
      this.#watched.get(xdsTypes.endpoint)?.expect(followers);
    }
    // Of a table without hosts one is said to be gone that there never was.
    if (response.type === xdsTypes.route) this.#hosts?.expect(news.map(({ name }) => `${name}/none`));
    this.#send(watched, [], []);
    for (const [type, from] of this.node.follows) {
      if (from !== response.type) continue;
      const names = this.#namesHeld(type, from);
      if (names.size > 0 || this.#watched.has(type)) this.#want(type, names);
    }
  }

  /** Envoy has no use for virtual hosts of tables that it does not have. */
  #isUseful(type: string, name: string): boolean {
    return type !== xdsTypes.virtualHost || this.#watched.get(xdsTypes.route)?.held.has(tableOfHost(name)) === true;
  }

  get #hosts(): WatchedType | undefined {
    return this.#watched.get(xdsTypes.virtualHost);
  }

  /** Names of a type that what is held of another speaks of. */
  #namesHeld(type: string, from: string): ReadonlySet<string> {
    const held = this.#watched.get(from)?.held.values() ?? [];
    return new Set(Array.from(held).flatMap((each) => this.#options.references.of(from, each)[type] ?? []));
  }

  #want(type: string, names: ReadonlySet<string>): void {
    const known = this.#watched.get(type);
    const watched = known ?? new WatchedType(type, this.form, new Set());
    this.#watched.set(type, watched);
    const { more, fewer } = watched.want(names);
    if (type === xdsTypes.route) this.#hosts?.lose((name) => fewer.includes(tableOfHost(name)));
    if (!known) this.#begin(watched);
    else if (more.length > 0 || fewer.length > 0) this.#send(watched, more, fewer);
  }

  /** The first request of a type on a stream, which tells what the client has already. */
  #begin(watched: WatchedType): void {
    const { type, wanted, versions, version } = watched;
    const names = wanted === "all" ? [] : [...wanted];
    if (wanted !== "all" && names.length === 0) return;
    if (this.form === "sotw") return this.#write({ typeUrl: type, resourceNames: names, versionInfo: version });
    this.#write({ typeUrl: type, resourceNamesSubscribe: names, initialResourceVersions: versions });
  }

  /** Answers the last response of a type, if there was one, and says what is wanted. */
  #send(watched: WatchedType, more: readonly string[], fewer: readonly string[]): void {
    const { type, wanted, nonce, version } = watched;
    if (this.form === "sotw") {
      // Who came back and was told nothing has no nonce: it seems to begin anew.
      if (nonce === "") watched.askAnew();
      const resourceNames = wanted === "all" ? [] : [...wanted];
      this.#write({ typeUrl: type, resourceNames, versionInfo: version, responseNonce: nonce });
    } else if (more.length > 0 || fewer.length > 0) {
      this.#write({ typeUrl: type, resourceNamesSubscribe: more, resourceNamesUnsubscribe: fewer });
    } else this.#write({ typeUrl: type, responseNonce: nonce });
  }

  #write(fields: object): void {
    if (!this.#stream) return;
    this.#note(() => `→ ${JSON.stringify(fields)}`);
    const request = { ...fields, ...(!this.#introduced && { node: this.node.node }) };
    this.#introduced = true;
    const message = this.form === "sotw" ? "DiscoveryRequest" : "DeltaDiscoveryRequest";
    this.#stream.send(this.#options.codec.encode(`envoy.service.discovery.v3.${message}`, request));
  }
}
