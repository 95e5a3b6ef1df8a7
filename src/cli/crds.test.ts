import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAllDocuments } from "yaml";
import type { Given, Terminal } from "./command.ts";
import { crdsCommand } from "./crds.ts";

/** The names of the definitions that are printed for some groups. */
async function printed(...args: readonly string[]): Promise<readonly string[]> {
  let text = "";
  const given: Given = { args, text: () => undefined, list: () => [], on: () => false };
  const terminal: Terminal = {
    out: (more) => {
      text += more;
    },
    err: assert.fail,
    colour: false,
    columns: () => undefined,
    input: async () => new Uint8Array(),
  };
  assert.equal(await crdsCommand.run(given, terminal), 0);
  return parseAllDocuments(text).map((document) => String(document.getIn(["metadata", "name"])));
}

test("the definitions of grids are printed, or those of the groups that are named", async () => {
  const grids = ["servicegrids", "deploymentgrids", "statefulsetgrids"].map((plural) => `${plural}.superedge.io`);
  assert.deepEqual([...(await printed())].sort(), grids.sort());
  assert.deepEqual(await printed("telemetry.istio.io"), ["telemetries.telemetry.istio.io"]);
});

test("a group whose definitions are not Fairway's to give is refused", async () => {
  for (const group of ["nope.example.com", "apps", "gateway.networking.k8s.io"]) {
    await assert.rejects(
      printed(group),
      new RegExp(`'${group}' is no group of custom kinds: give some of .*superedge.io`),
    );
  }
});
