import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { scratch } from "../tools/fairway.ts";
import { podsNeed } from "./index.ts";
import { PodNetwork } from "./pod-network.ts";

test("a run that is killed leaves nothing that runs, and the next one removes its namespaces", {
  skip: podsNeed(),
  timeout: 60_000,
}, async (t) => {
  const { dir, remove } = scratch();
  t.after(remove);
  const socket = join(dir, "agent.sock");
  const code = `
    const { PodNetwork } = await import("./pod-network.ts");
    const { startAgent } = await import("./agent.ts");
    const within = new PodNetwork().addPod("a", "10.244.1.1");
    await startAgent(within, ${JSON.stringify(socket)});
    process.stdout.write(within[1].replace("--net=", ""));
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(child.stdout, "data");
  const namespace = String(said);
  assert.ok(existsSync(namespace));
  child.kill("SIGKILL");
  await once(child, "exit");
  // Who still held the socket open would answer on it.
  await eventually(() => assert.rejects(fetchFrom(socket), /ECONNREFUSED/));
  new PodNetwork().close();
  assert.equal(existsSync(namespace), false);
});

async function fetchFrom(socketPath: string): Promise<void> {
  const { request } = await import("node:http");
  await once(request({ socketPath, path: "/" }).end(), "response");
}
