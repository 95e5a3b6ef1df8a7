import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent, request } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { KubeAccess } from "../peers/kube-client.ts";

/** A request that passed. */
export interface SeenRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Who the client says it is. */
  readonly agent: string;
  /** Whether the server did what was asked, as far as it has answered; a watch may be refused in its first event. */
  done: boolean;
}

/** Stands between a client and an API server, sees what is asked, and can do harm. */
export interface ApiProxy {
  readonly url: string;
  /** All requests since the last `forget`. */
  readonly seen: readonly SeenRequest[];
  forget(): void;
  /** Answers in the server's place; undefined from `answer` lets a request pass. */
  intercept(answer: (request: SeenRequest) => number | undefined): void;
  /** Lets everything pass again. */
  relent(): void;
  /** Cuts all connections, each after half of the next bytes that come on it. */
  cutInTheMiddle(): void;
  close(): Promise<void>;
}

/** Starts a proxy of an API server on a free port of the loopback address, in plain text. */
export async function startApiProxy(access: KubeAccess): Promise<ApiProxy> {
  const agent = new Agent({ keepAlive: true, ca: access.authority });
  const seen: SeenRequest[] = [];
  const answers = new Set<ServerResponse>();
  let intercept: (request: SeenRequest) => number | undefined = () => undefined;
  let cut = new Set<ServerResponse>();
  const forward = (incoming: IncomingMessage, response: ServerResponse, asked: SeenRequest) => {
    const { method, headers } = incoming;
    const upstream = request(new URL(incoming.url ?? "", access.url), { method, headers, agent });
    upstream.on("error", () => response.destroy());
    response.on("close", () => upstream.destroy());
    upstream.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.once("data", (bytes: Buffer) => {
        asked.done = answer.statusCode === 200 && !bytes.includes('{"type":"ERROR"');
      });
      answer.on("data", (bytes: Buffer) => {
        if (!cut.delete(response)) return void response.write(bytes);
        response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
      });
      answer.on("end", () => response.end());
      answer.on("error", () => response.destroy());
    });
    incoming.pipe(upstream);
  };
  const server = createServer((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "", "http://proxy");
    const agent = incoming.headers["user-agent"] ?? "";
    const asked = { path: pathname, query: searchParams, agent, done: false };
    seen.push(asked);
    const status = intercept(asked);
    if (status !== undefined) return void response.writeHead(status, { "retry-after": "1" }).end("{}");
    answers.add(response);
    response.on("close", () => answers.delete(response));
    forward(incoming, response, asked);
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    forget: () => void seen.splice(0),
    intercept: (answer) => {
      intercept = answer;
    },
    relent: () => {
      intercept = () => undefined;
    },
    cutInTheMiddle: () => {
      cut = new Set(answers);
    },
    async close() {
      agent.destroy();
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
