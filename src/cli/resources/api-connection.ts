import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { FairwayError, type FaultCode, faultCodes } from "../../base/fault.ts";
import { isObject } from "../../base/json.ts";
import {
  type KubeAccess,
  type KubeRequest,
  type KubeResponse,
  type NodeTransport,
  nodeTransport,
} from "../../kube/index.ts";
import { processEnvironment } from "../../settings/index.ts";
import type { Flag, Given } from "../command.ts";
import { openKubeconfig } from "../open-kubeconfig.ts";

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
  readonly #server: string;
  readonly #network: NodeTransport;

  constructor(access: KubeAccess) {
    this.#server = access.server;
    this.#network = nodeTransport(access, { environment: processEnvironment() });
  }

  /** By the flags of a command. */
  static async open(given: Given): Promise<ApiConnection> {
    const access = await openKubeconfig(given.text("kubeconfig") ?? "");
    return new ApiConnection({ ...access, server: given.text("server") ?? access.server });
  }

  async ask(method: KubeRequest["method"], path: string, sent: Sent = {}): Promise<Answered> {
    const response = await this.#send(method, path, sent);
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const body: unknown = parse(Buffer.concat(chunks).toString("utf8"));
    if (response.status >= 300) throw refusal(response.status, body);
    return { code: response.status, body, warnings: warningsOf(response) };
  }

  /** The lines of an answer as they come, for as long as the server sends. */
  async *follow(path: string, accept: string): AsyncGenerator<string> {
    const response = await this.#send("GET", path, { accept });
    yield* createInterface({ input: Readable.from(response.body) });
  }

  close(): void {
    this.#network.close();
  }

  async #send(
    method: KubeRequest["method"],
    path: string,
    { body, type = "application/json", accept = "application/json" }: Sent,
  ): Promise<KubeResponse> {
    const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = { accept, "user-agent": "fairway", ...(text && { "content-type": type }) };
    return this.#network.send({ method, path, headers, ...(text && { body: text }) }).catch((cause: unknown) => {
      const { message } = FairwayError.from(cause);
      const hint = `no answer from ${this.#server}: is \`fairway up\` running? ${message}`;
      throw new FairwayError("Unavailable", hint, { cause });
    });
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

function warningsOf({ headers }: KubeResponse): readonly string[] {
  const lines = headers["warning"] ?? "";
  return [...lines.matchAll(/299 - ("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => String(parse(text)));
}
