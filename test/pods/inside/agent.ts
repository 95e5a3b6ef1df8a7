/**
 * The one process of ours inside a pod: its service, and the hand by which the test makes calls from there. Started with
 * the path of the socket file on which it takes orders; says `ready` when it does.
 */
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { json } from "node:stream/consumers";
import { converse } from "./converse.ts";
import { Load } from "./load.ts";
import { makeCalls } from "./make-call.ts";
import type { Behaviour, Call, StandIn } from "./protocol.ts";
import { StandInServer } from "./stand-in-server.ts";

let standIn: StandInServer | undefined;
let load: Load | undefined;

const orders: { readonly [path: string]: (body: never) => unknown } = {
  "/serve": async (config: StandIn) => {
    standIn = new StandInServer(config);
    await standIn.listen();
  },
  "/behave": (behaviour: Behaviour) => standIn?.behave(behaviour),
  "/seen": ({ forget }: { readonly forget: boolean }) => standIn?.seen(forget) ?? [],
  "/calls": ({ call, count, concurrency }: { call: Call; count: number; concurrency: number }) =>
    makeCalls(call, count, concurrency),
  "/converse": converse,
  "/load": ({ calls, concurrency }: { readonly calls: readonly Call[]; readonly concurrency: number }) => {
    load = new Load(calls, concurrency);
  },
  "/load-report": () => load?.report,
  "/load-stop": () => load?.stop(),
  "/forward": ({ socket, address, port }: { readonly socket: string; readonly address: string; port: number }) =>
    forward(socket, address, port),
  "/reach": ({ socket, address, port }: { readonly socket: string; readonly address: string; port: number }) =>
    reach(socket, address, port),
};

/** Makes a port of this namespace reachable by a socket file. */
function forward(path: string, address: string, port: number): Promise<void> {
  const server = createServer((from) => join(from, connect(port, address)));
  return new Promise((resolve) => server.listen(path, resolve));
}

/** Makes what is behind a socket file reachable by a port of this namespace. */
function reach(path: string, address: string, port: number): Promise<void> {
  const server = createServer((from) => join(from, connect(path)));
  return new Promise((resolve) => server.listen(port, address, resolve));
}

function join(from: Socket, to: Socket): void {
  from.pipe(to).pipe(from);
  from.on("error", () => to.destroy());
  to.on("error", () => from.destroy());
}

// A connection that the other side keeps must not be closed just when it is used again.
createHttpServer({ keepAliveTimeout: 0 }, async (request, response) => {
  try {
    const order = orders[request.url ?? ""];
    if (!order) throw new Error(`there is no order ${request.url}`);
    const said = await order((await json(request)) as never);
    response.end(JSON.stringify(said ?? null));
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.message : String(error));
  }
}).listen(process.argv[2], () => process.stdout.write("ready\n"));
