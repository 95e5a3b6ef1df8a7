/**
 * A thread that carries calls: it listens, encrypts and keeps the clients' flow control, and tells the thread that
 * started it what comes. It decides nothing of what is said.
 */
import { parentPort, workerData } from "node:worker_threads";
import { FairwayError } from "../../base/fault.ts";
import type { GrpcCall } from "../grpc-call.ts";
import { GrpcServer } from "../grpc-server.ts";
import { bytesPerTurn } from "../write-turns.ts";
import type { CarriedFault, CarrierStart, FromCarrier, ToCarrier } from "./carrier-messages.ts";
import { gathered } from "./gathered.ts";
import { KnownBytes } from "./told-bytes.ts";

/** A call that is under way. */
interface CarriedStream {
  readonly call: GrpcCall;
  /** Lets the next message be read. */
  taken: () => void;
}

const port = parentPort;
if (!port) throw new Error("this is a thread of its own, started by Carrier");
const tell = gathered<FromCarrier>((all) => port.postMessage(all));
const streams = new Map<number, CarriedStream>();
const known = new KnownBytes();
let lastCall = 0;

const { tls, limits, paths } = workerData as CarrierStart;
const methods = new Map(paths.map((path) => [path, (call: GrpcCall) => carry(path, call)]));
const server = new GrpcServer({
  ...{ methods, limits, sharesPort: true },
  ...(tls && { tls, bytesPerTurn: bytesPerTurn.carried }),
});

/** Tells of a call and of its messages, one at a time, until it is over. */
async function carry(path: string, call: GrpcCall): Promise<void> {
  const id = ++lastCall;
  const stream: CarriedStream = { call, taken: () => {} };
  streams.set(id, stream);
  const closed = new Promise<void>((resolve) => {
    if (call.closed.aborted) resolve();
    call.closed.addEventListener("abort", () => resolve(), { once: true });
  });
  tell({ kind: "opened", call: id, path, headers: { ...call.headers }, peer: call.peer });
  void tellMessages(id, stream);
  await closed;
  streams.delete(id);
  stream.taken();
  tell({ kind: "closed", call: id });
}

async function tellMessages(id: number, stream: CarriedStream): Promise<void> {
  try {
    for await (const message of stream.call.messages) {
      const taken = new Promise<void>((resolve) => {
        stream.taken = resolve;
      });
      const bytes = Uint8Array.from(message);
      tell({ kind: "message", call: id, bytes });
      await taken;
      if (stream.call.closed.aborted) break;
    }
    tell({ kind: "lastMessage", call: id });
  } catch (error) {
    tell({ kind: "lastMessage", call: id, fault: faultOf(error) });
  }
}

async function send({ call: id, message, messages, timeout }: Extract<ToCarrier, { kind: "send" }>): Promise<void> {
  try {
    const call = streams.get(id)?.call;
    if (!call) throw new FairwayError("Unavailable", "the client is gone");
    const late = () => tell({ kind: "late", call: id, message });
    const bytes = messages.map((parts) => parts.map((part) => known.of(part)));
    await call.sendAll(bytes, timeout === undefined ? undefined : { timeout, late });
    tell({ kind: "sent", call: id, message });
  } catch (error) {
    tell({ kind: "notSent", call: id, message, fault: faultOf(error) });
  }
}

async function listen({ host, port: number, what }: Extract<ToCarrier, { kind: "listen" }>): Promise<void> {
  try {
    await server.listen({ host, port: number }, what);
    tell({ kind: "listening" });
  } catch (error) {
    tell({ kind: "notListening", fault: faultOf(error) });
  }
}

async function close(grace: number): Promise<void> {
  await server.close(grace);
  setImmediate(() => port?.close());
}

function faultOf(error: unknown): CarriedFault {
  const { code, message } = FairwayError.from(error);
  return { code, message };
}

port.on("message", (orders: readonly ToCarrier[]) => orders.forEach(obey));

function obey(order: ToCarrier): void {
  switch (order.kind) {
    case "listen":
      return void listen(order);
    case "close":
      return void close(order.grace);
    case "send":
      return void send(order);
    case "remember":
      return known.remember(order.memory, order.shared);
    case "forget":
      return known.forget(order.memory);
    case "taken":
      return streams.get(order.call)?.taken();
    case "end":
      return void streams.get(order.call)?.call.end(order.status);
    case "cancel":
      return streams.get(order.call)?.call.cancel(order.status);
  }
}
