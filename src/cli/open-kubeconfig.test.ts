import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import type { Given } from "./command.ts";
import { openKubeconfig, tokenHeaders } from "./open-kubeconfig.ts";

const config = (user: object) =>
  JSON.stringify({
    clusters: [{ name: "c", cluster: { server: "https://here", "certificate-authority": "ca.crt" } }],
    users: [{ name: "u", user }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  });

describe("a kubeconfig's file", () => {
  const dir = mkdtempSync(join(tmpdir(), "fairway-test-"));
  after(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, "ca.crt"), "PEM");
  const write = (text: string) => {
    const file = join(dir, "kubeconfig");
    writeFileSync(file, text);
    return file;
  };
  const given = (file: string | undefined) => ({ text: () => file }) as unknown as Given;

  test("tells where to go, with the files beside it", async () => {
    const { server, authority } = await openKubeconfig(write(config({ token: "t" })));
    assert.deepEqual([server, authority], ["https://here", "PEM"]);
  });

  test("that is not there is said to be so", async () => {
    await assert.rejects(openKubeconfig(join(dir, "none")), { code: "NotFound", message: /no kubeconfig at .*none/ });
  });

  test("tells who a command is, if there is one and it has a token", async () => {
    assert.deepEqual(await tokenHeaders(given(undefined)), {});
    assert.deepEqual(await tokenHeaders(given(write(config({ token: "t" })))), { authorization: "Bearer t" });
    await assert.rejects(tokenHeaders(given(write(config({})))), { code: "BadRequest", message: /a token inside/ });
  });
});
