import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { after, describe, test } from "node:test";
import { goSkipReason } from "../peers/go-program.ts";
import { fairway, scratch } from "../tools/fairway.ts";

const small = ["bench", "--proxies", "5", "--services", "10", "--forms", "delta", "--rounds", "1"];

interface Told {
  readonly compared: readonly {
    readonly step: string;
    readonly servers: { readonly fairway: { readonly lastMs: number; readonly cpuMs: number; readonly bytes: number } };
    readonly missed: object;
  }[];
  readonly holdings: readonly { readonly resources: Readonly<Record<string, number>> }[];
}

describe("fairway bench", { skip: goSkipReason, timeout: 120_000 }, () => {
  const { dir, remove } = scratch();
  after(remove);

  test("measures changes until the last sidecar has them, and keeps the run", async () => {
    const changes = "virtualservice,destinationrule,endpoints,service,authorizationpolicy,meshconfig";
    const { code, out, err } = await fairway([...small, "--changes", changes, "--save", dir, "-o", "json"]);
    assert.equal(code, 0, err);
    const { compared, holdings } = JSON.parse(out) as Told;
    assert.deepEqual(
      compared.map(({ step }) => step),
      ["connect", ...changes.split(",")],
    );
    for (const { step, servers, missed } of compared) {
      assert.deepEqual(missed, {}, step);
      for (const figure of ["lastMs", "cpuMs", "bytes"] as const)
        assert.ok(servers.fairway[figure] > 0, `${step}: ${figure}`);
    }
    // Two ports of ten services and of a new one, and two subsets of two services.
    const { EDS, RDS } = holdings[0]?.resources ?? {};
    assert.deepEqual([EDS, RDS], [22 + 8, 1]);
    assert.match(err, /1\/7 delta, 5 sidecars, 10 services: connect/);
    const { steps } = JSON.parse(readFileSync(join(dir, "push.json"), "utf8")) as { readonly steps: readonly object[] };
    assert.equal(steps.length, 7);
    assert.match(readFileSync(join(dir, "push.svg"), "utf8"), /^<svg .*meshconfig.*<\/svg>\n$/s);
  });

  test("ends all that it has started when it is told to stop", async () => {
    const program = resolve(import.meta.dirname, "../../src/main/fairway.ts");
    const temporary = { ...process.env, TMPDIR: dir };
    const child = spawn(process.execPath, [program, ...small], { env: temporary, stdio: ["ignore", "ignore", "pipe"] });
    for await (const line of createInterface({ input: child.stderr })) if (line.includes("virtualservice")) break;
    const started = descendants(child.pid ?? 0);
    assert.ok(started.length >= 3, "the benchmark, the control plane and the sidecars");
    child.kill("SIGINT");
    child.stderr.resume();
    const [code] = await once(child, "close");
    assert.equal(code, 1);
    assert.deepEqual(
      started.filter((pid) => globSync(`/proc/${pid}/stat`).length > 0),
      [],
    );
    assert.deepEqual(globSync(join(dir, "fairway-test-*")), []);
  });
});

/** All processes below one. */
function descendants(pid: number): readonly number[] {
  const children = globSync(`/proc/${pid}/task/*/children`).flatMap((file) =>
    readFileSync(file, "utf8").split(" ").filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendants(child)]);
}
