/**
 * Makes calls with @grpc/grpc-js as it is told on standard input, in the words of `go/grpc-client`, so that one test tries
 * both clients. A program of its own: its settings are environment variables, and nothing of it shares the server's process.
 */
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import {
  type CallOptions,
  Client,
  type ClientDuplexStream,
  type ClientOptions,
  compressionAlgorithms,
  credentials,
  Metadata,
  type ServiceError,
  type StatusObject,
} from "@grpc/grpc-js";
import { register } from "@grpc/grpc-js-xds";

interface Command {
  readonly id: number;
  readonly do: string;
  readonly channel: string;
  readonly call: string;
  readonly target: string;
  readonly tls?: {
    readonly ca: string;
    readonly certificate?: string;
    readonly privateKey?: string;
    serverName: string;
  };
  readonly keepaliveMs?: number;
  readonly keepaliveTimeoutMs?: number;
  readonly maxReceiveBytes?: number;
  readonly serviceConfig?: string;
  readonly method: string;
  readonly metadata?: { readonly [name: string]: string };
  readonly deadlineMs?: number;
  readonly gzip?: boolean;
  readonly waitForReady?: boolean;
  readonly text: string;
  readonly times: number;
}

const asIs = (bytes: Buffer) => bytes;
const messageOf = ({ text, times }: Command) => Buffer.from(text.repeat(times));

function received(bytes: Buffer): object {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { bytes: bytes.length, sha256, text: bytes.length <= 4096 ? bytes.toString() : "" };
}

function lists(metadata: Metadata | undefined): object {
  const names = Object.keys(metadata?.getMap() ?? {});
  return Object.fromEntries(names.map((name) => [name, metadata?.get(name).map(String)]));
}

function metadataOf({ metadata = {}, waitForReady }: Command): Metadata {
  const made = new Metadata({ waitForReady: waitForReady ?? false });
  for (const [name, value] of Object.entries(metadata))
    made.set(name, name.endsWith("-bin") ? Buffer.from(value) : value);
  return made;
}

const optionsOf = ({ deadlineMs }: Command): CallOptions =>
  deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs };

class Stream {
  readonly #stream: ClientDuplexStream<Buffer, Buffer>;
  readonly #status: Promise<StatusObject>;
  #headers: Metadata | undefined;
  #over = false;
  #news = Promise.withResolvers<void>();

  constructor(stream: ClientDuplexStream<Buffer, Buffer>) {
    this.#stream = stream;
    stream.on("error", () => undefined);
    stream.on("metadata", (headers) => {
      this.#headers = headers;
    });
    stream.on("readable", () => this.#tell());
    this.#status = new Promise((resolve) => {
      stream.on("status", (status) => {
        this.#over = true;
        this.#tell();
        resolve(status);
      });
    });
  }

  send(message: Buffer): Promise<boolean> {
    return new Promise((resolve) => {
      void this.#status.then(() => resolve(false));
      this.#stream.write(message, (error: unknown) => resolve(!error));
    });
  }

  end(): void {
    this.#stream.end();
  }

  cancel(): void {
    this.#stream.cancel();
  }

  /** Not by iteration: that drops messages which are there when the call ends with an error. */
  async receive(): Promise<object | null> {
    for (;;) {
      const message = this.#stream.read() as Buffer | null;
      if (message !== null) return received(message);
      if (this.#over) return null;
      await this.#news.promise;
    }
  }

  async finish(): Promise<object> {
    while ((await this.receive()) !== null);
    const { code, details, metadata } = await this.#status;
    return { code, message: details, headers: lists(this.#headers), trailers: lists(metadata) };
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}

function connect({ target, tls, gzip, ...command }: Command): Client {
  const { keepaliveMs, keepaliveTimeoutMs, maxReceiveBytes, serviceConfig } = command;
  const bytes = (text: string | undefined) => (text === undefined ? null : Buffer.from(text));
  const secured = tls && credentials.createSsl(bytes(tls.ca), bytes(tls.privateKey), bytes(tls.certificate));
  const options: ClientOptions = {
    "grpc.initial_reconnect_backoff_ms": 50,
    "grpc.max_reconnect_backoff_ms": 500,
    ...(tls && { "grpc.ssl_target_name_override": tls.serverName, "grpc.default_authority": tls.serverName }),
    ...(keepaliveMs && { "grpc.keepalive_time_ms": keepaliveMs, "grpc.keepalive_permit_without_calls": 1 }),
    ...(keepaliveTimeoutMs && { "grpc.keepalive_timeout_ms": keepaliveTimeoutMs }),
    ...(maxReceiveBytes && { "grpc.max_receive_message_length": maxReceiveBytes }),
    ...(gzip && { "grpc.default_compression_algorithm": compressionAlgorithms.gzip }),
    ...(serviceConfig && { "grpc.service_config": serviceConfig }),
  };
  return new Client(target, secured ?? credentials.createInsecure(), options);
}

function unary(client: Client, command: Command): Promise<object> {
  return new Promise((resolve) => {
    let headers: Metadata | undefined;
    let answer: object | null = null;
    const done = (_: ServiceError | null, response?: Buffer) => {
      answer = response ? received(response) : null;
    };
    const { method } = command;
    const call = client.makeUnaryRequest(
      method,
      asIs,
      asIs,
      messageOf(command),
      metadataOf(command),
      optionsOf(command),
      done,
    );
    call.on("metadata", (given) => {
      headers = given;
    });
    call.on("status", ({ code, details, metadata }) => {
      // The answer comes by the callback, which runs after this.
      setImmediate(() => {
        const ending = { code, message: details, headers: lists(headers), trailers: lists(metadata) };
        resolve({ ...ending, received: answer, peer: call.getPeer() });
      });
    });
  });
}

register();
const channels = new Map<string, Client>();
const streams = new Map<string, Stream>();
const found = <T>(map: ReadonlyMap<string, T>, key: string): T => {
  const value = map.get(key);
  if (value === undefined) throw new Error(`there is no '${key}'`);
  return value;
};

const doings: { readonly [name: string]: (command: Command) => unknown } = {
  connect: (command) => void channels.set(command.channel, connect(command)),
  open: (command) => {
    const client = found(channels, command.channel);
    const { method } = command;
    const stream = client.makeBidiStreamRequest(method, asIs, asIs, metadataOf(command), optionsOf(command));
    streams.set(command.call, new Stream(stream));
  },
  unary: (command) => unary(found(channels, command.channel), command),
  close: ({ channel }) => found(channels, channel).close(),
  send: (command) => found(streams, command.call).send(messageOf(command)),
  end: ({ call }) => found(streams, call).end(),
  cancel: ({ call }) => found(streams, call).cancel(),
  receive: ({ call }) => found(streams, call).receive(),
  finish: ({ call }) => found(streams, call).finish(),
};

createInterface({ input: process.stdin }).on("line", async (line) => {
  const command = JSON.parse(line) as Command;
  const say = (answer: object) => process.stdout.write(`${JSON.stringify({ id: command.id, ...answer })}\n`);
  try {
    const does = doings[command.do];
    if (!does) throw new Error(`unknown command '${command.do}'`);
    say({ result: (await does(command)) ?? null });
  } catch (error) {
    say({ error: String(error) });
  }
});
