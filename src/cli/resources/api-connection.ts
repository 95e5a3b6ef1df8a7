import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { createInterface } from "node:readline";
import { FairwayError, type FaultCode, faultCodes } from "../../base/fault.ts";
import { isObject } from "../../base/json.ts";
import type { Flag, Given } from "../command.ts";
import { type KubeAccess, readKubeconfig } from "../read-kubeconfig.ts";

/** The flags by which commands find a running Fairway. */
export const connectionFlags: readonly Flag[] = [
  { name: "server", value: "URL", doc: "Where the API of the running Fairway is; by default as in the kubeconfig." },
  {
    name: "kubeconfig",
    value: "FILE",
    default: ".fairway/kubeconfig",
    doc: "The administrator's kubeconfig, which `fairway up` wrote.",
  },
];

/** What a request says besides its path. */
export interface Sent {
  readonly body?: unknown;
  /** Content type of the body. Default: application/json. */
  readonly type?: string;
  readonly accept?: string;
}

/** What the API answered. */
export interface Answered {
  readonly code: number;
  readonly body: unknown;
  /** Sentences of its Warning headers. */
  readonly warnings: readonly string[];
}

/** A client of the Kubernetes-style API. What it refuses is thrown as the fault that it tells. */
export class ApiConnection {
  readonly #access: KubeAccess;
  readonly #agent: Agent;

  constructor(access: KubeAccess) {
    this.#access = access;
    this.#agent = new Agent({ keepAlive: true, ca: access.authority });
  }

  /** By the flags of a command. */
  static async open(given: Given): Promise<ApiConnection> {
    const access = await readKubeconfig(given.text("kubeconfig") ?? "");
    return new ApiConnection({ ...access, server: given.text("server") ?? access.server });
  }

  async ask(method: string, path: string, sent: Sent = {}): Promise<Answered> {
    const response = await this.#send(method, path, sent);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const body: unknown = parse(Buffer.concat(chunks).toString("utf8"));
    const code = response.statusCode ?? 0;
    if (code >= 300) throw refusal(code, body);
    return { code, body, warnings: warningsOf(response) };
  }

  /** The lines of an answer as they come, for as long as the server sends. */
  async *follow(path: string, accept: string): AsyncGenerator<string> {
    const response = await this.#send("GET", path, { accept });
    yield* createInterface({ input: response });
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, path: string, { body, type = "application/json", accept }: Sent): Promise<IncomingMessage> {
    const { server, token } = this.#access;
    const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = request(new URL(path, server), {
      method,
      agent: this.#agent,
      headers: {
        authorization: `Bearer ${token}`,
        accept: accept ?? "application/json",
        "user-agent": "fairway",
        ...(text && { "content-type": type, "content-length": text.length }),
      },
    });
    outgoing.on("response", resolve);
    outgoing.on("error", (cause) => {
      const message = `no answer from ${server}: is \`fairway up\` running? ${cause.message}`;
      reject(new FairwayError("Unavailable", message, { cause }));
    });
    outgoing.end(text);
    return promise;
  }
}

/** What a single object is refused for; a fault that would meet the next object as well is thrown on. */
export function ownFault(error: unknown): FairwayError {
  const fault = FairwayError.from(error);
  if (fault.code === "Unavailable" || fault.code === "Unauthorized" || fault.code === "Internal") throw error;
  return fault;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The fault that a Status tells of. */
function refusal(code: number, body: unknown): FairwayError {
  const { reason, message } = isObject(body) ? body : {};
  const known = typeof reason === "string" && Object.hasOwn(faultCodes, reason) ? (reason as FaultCode) : "BadRequest";
  return new FairwayError(known, typeof message === "string" ? message : `the server answered ${code}`);
}

function warningsOf({ headers }: IncomingMessage): readonly string[] {
  const lines = [headers["warning"] ?? []].flat().join(", ");
  return [...lines.matchAll(/299 - ("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => String(parse(text)));
}
