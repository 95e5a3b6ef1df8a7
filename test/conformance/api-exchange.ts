import { Agent, request } from "node:https";
import { createInterface } from "node:readline";

/** An API server and how it is reached. */
export interface ApiAccess {
  readonly url: string;
  readonly token: string;
  /** PEM. */
  readonly authority: string;
}

/** One request of the script. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly accept?: string;
}

/** What came back. */
export interface ApiAnswer {
  readonly code: number;
  readonly type: string;
  readonly warnings: readonly string[];
  /** Parsed JSON; of a watch, its lines. */
  readonly body: unknown;
}

/** Sends a request and reads the whole answer; a watch is read until the server ends it. */
export function exchange(access: ApiAccess, agent: Agent, sent: ApiRequest): Promise<ApiAnswer> {
  const { method, path, body, type = "application/json", accept = "application/json" } = sent;
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, access.url), {
      method,
      agent,
      headers: {
        authorization: `Bearer ${access.token}`,
        accept,
        "user-agent": "script/1.0",
        ...(text !== undefined && { "content-type": type, "content-length": Buffer.byteLength(text) }),
      },
    });
    outgoing.on("error", reject);
    outgoing.on("response", async (response) => {
      const lines: string[] = [];
      for await (const line of createInterface({ input: response })) lines.push(line);
      const watching = /[?&]watch=(1|true)/.test(path) && response.statusCode === 200;
      const raw = response.headers["content-type"] ?? "";
      resolve({
        code: response.statusCode ?? 0,
        type: raw.replaceAll(" ", ""),
        warnings: [response.headers["warning"] ?? []].flat(),
        body: watching ? lines.map((line) => JSON.parse(line)) : parse(lines.join("\n"), raw),
      });
    });
    outgoing.end(text);
  });
}

function parse(text: string, type: string): unknown {
  return /json/.test(type) && text !== "" ? JSON.parse(text) : text;
}

/** An agent that trusts the server. */
export function agentFor({ authority }: ApiAccess): Agent {
  return new Agent({ keepAlive: true, ca: authority });
}
