import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent as HttpAgent, request } from "node:http";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { toolPath } from "./machine.ts";

const program = resolve(import.meta.dirname, "inside/agent.ts");

/** The process of ours inside a namespace; it does not outlive this one. */
export interface Agent {
  /** Gives an order and returns what came of it. */
  order<T>(name: string, body: object): Promise<T>;
  stop(): Promise<void>;
}

/** Starts it; `within` are the words that run a command there, `socket` the file by which it takes orders. */
export async function startAgent(within: readonly string[], socket: string): Promise<Agent> {
  const [enter = "", ...rest] = within;
  const child = spawn(enter, [...rest, "setpriv", "--pdeathsig", "KILL", process.execPath, program, socket], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PATH: toolPath, NODE_NO_WARNINGS: "1" },
  });
  const ended = once(child, "exit");
  const said = await Promise.race([once(child.stdout, "data"), ended.then(() => undefined)]);
  if (said === undefined) throw new Error(`the process inside the pod ended with ${child.exitCode}`);
  const agent = new HttpAgent({ keepAlive: true });
  return {
    order: (name, body) => send(agent, socket, name, body),
    async stop() {
      agent.destroy();
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await ended;
    },
  };
}

async function send<T>(agent: HttpAgent, socketPath: string, name: string, body: object): Promise<T> {
  const outgoing = request({ socketPath, path: `/${name}`, method: "POST", agent }).end(JSON.stringify(body));
  const [response] = await once(outgoing, "response");
  const said = await text(response);
  if (response.statusCode !== 200) throw new Error(`${name}: ${said}`);
  return JSON.parse(said) as T;
}
