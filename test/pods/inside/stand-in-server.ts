import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { makeCall } from "./make-call.ts";
import type { Answer, Behaviour, Call, Echo, StandIn } from "./protocol.ts";

const keptRequests = 10_000;
/** By these a request that a service makes belongs to the one that it serves. */
const passedOn = /^(x-request-id|x-b3-.*|traceparent|tracestate|end-user|cookie|x-test-.*)$/;

/** A service that tells who it is and what it was asked, and does as it is told. */
export class StandInServer {
  readonly #standIn: StandIn;
  readonly #seen: Omit<Echo, "called">[] = [];
  #behaviour: Behaviour = {};
  #left = 0;

  constructor(standIn: StandIn) {
    this.#standIn = standIn;
  }

  async listen(): Promise<void> {
    await Promise.all(
      this.#standIn.ports.map(async ({ number, protocol }) => {
        const server = this.#server(protocol);
        server.listen(number, "0.0.0.0");
        await once(server, "listening");
      }),
    );
  }

  /** The requests that came since the last time that it was told to forget. */
  seen(forget: boolean): readonly Omit<Echo, "called">[] {
    return forget ? this.#seen.splice(0) : this.#seen;
  }

  behave(behaviour: Behaviour): void {
    this.#behaviour = behaviour;
    this.#left = behaviour.times ?? Number.POSITIVE_INFINITY;
  }

  #server(protocol: StandIn["ports"][number]["protocol"]) {
    if (protocol === "tcp") return createTcpServer((socket) => this.#converse(socket));
    const { certificate: cert, privateKey: key } = this.#standIn.pair ?? {};
    const serve = (request: IncomingMessage, response: ServerResponse) => void this.#serve(request, response);
    const server = protocol === "http" ? createServer(serve) : createTlsServer({ cert, key }, serve);
    // The proxy decides how long connections live: one that ends just when it is used again is a lost request.
    server.keepAliveTimeout = 0;
    return server;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { service, version, pod, calls } = this.#standIn;
    const { method = "", url: path = "", headers, socket } = request;
    request.resume();
    const about = { service, version, pod, method, path, headers };
    const echo = { ...about, peer: socket.remoteAddress ?? "", port: socket.localPort ?? 0 };
    if (this.#seen.length < keptRequests) this.#seen.push(echo);
    const { status = 200, delay = 0, close = false } = this.#left-- > 0 ? this.#behaviour : {};
    if (delay > 0) await sleep(delay);
    if (close) {
      socket.destroy();
      return;
    }
    const called = await Promise.all(calls.map(async (call) => echoOf(await makeCall(withHeaders(call, headers)))));
    response.writeHead(status, { "content-type": "application/json", "x-pod": pod });
    response.end(JSON.stringify({ ...echo, called } satisfies Echo));
  }

  /** Says who it is, then repeats what it is told. */
  #converse(socket: Socket): void {
    const { service, version, pod } = this.#standIn;
    socket.on("error", () => socket.destroy());
    socket.write(`${JSON.stringify({ service, version, pod, peer: socket.remoteAddress })}\n`);
    socket.pipe(socket);
  }
}

function withHeaders(call: Call, headers: IncomingMessage["headers"]): Call {
  const passed = Object.entries(headers).filter(([name]) => passedOn.test(name));
  return { ...call, headers: { ...(Object.fromEntries(passed) as Call["headers"]), ...call.headers } };
}

function echoOf({ status, text, error }: Answer): Echo["called"][number] {
  return status === 200 ? (JSON.parse(text) as Echo) : { status, error: error ?? text };
}
