import assert from "node:assert/strict";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { freePorts } from "../../src/base/free-ports.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch, startFairway } from "../tools/fairway.ts";
import { fixedEntry } from "../tools/fixed-entry.ts";
import { startProxy } from "../tools/running-proxy.ts";

describe("an Envoy of the mesh", { timeout: 300_000 }, () => {
  for (const [mode, end] of [
    ["delta", "stop"],
    ["sotw", "kill"],
  ] as const) {
    test(`keeps what it has while the control plane is away, and follows the next one (${mode})`, async (t) => {
      const { dir, remove } = scratch();
      t.after(remove);
      const config = join(dir, "config");
      const data = join(dir, "data");
      mkdirSync(config);
      const write = (address: string) => {
        writeFileSync(join(dir, "entry.json"), JSON.stringify(fixedEntry(address)));
        renameSync(join(dir, "entry.json"), join(config, "entry.json"));
      };
      write("192.0.2.1");
      let server = await startFairway(data, ["--config-dir", config]);
      t.after(() => server.stop());
      const xds = server.addresses.get("xds") ?? "";
      const [port] = await freePorts(1);
      const admin = `http://127.0.0.1:${port}`;
      const flags = ["--mode", mode, "--xds-address", xds, "--admin-address", `127.0.0.1:${port}`];
      const envoy = startProxy(["--name", "web", "--namespace", "app", "--data-dir", data, ...flags]);
      t.after(() => envoy.stop());
      const endpoint = async () =>
        /^outbound\|80\|\|fixed\.example\.com::(\d\S+?):8080::/m.exec(
          await (await fetch(`${admin}/clusters`)).text(),
        )?.[1];
      const stat = async (name: string) => {
        const text = await (await fetch(`${admin}/stats?filter=${name.replaceAll(".", "\\.")}$`)).text();
        return text.split("\n").reduce((sum, line) => sum + Number(line.split(": ")[1] ?? 0), 0);
      };
      await eventually(async () => (await endpoint()) === "192.0.2.1", 60_000);
      await server[end]();
      await eventually(async () => (await stat("control_plane.connected_state")) === 0);
      assert.equal(await endpoint(), "192.0.2.1");
      server = await startFairway(data, ["--config-dir", config, "--xds-address", xds]);
      write("192.0.2.2");
      // Envoy waits longer and longer between attempts to connect, up to half a minute.
      await eventually(async () => (await endpoint()) === "192.0.2.2", 120_000);
      assert.equal(await stat("update_rejected"), 0);
      assert.equal(await stat("control_plane.connected_state"), 1);
    });
  }
});
