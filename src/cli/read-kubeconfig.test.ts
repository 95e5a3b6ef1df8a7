import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { stringify } from "yaml";
import { readKubeconfig } from "./read-kubeconfig.ts";

const config = {
  clusters: [
    { name: "other", cluster: { server: "https://other" } },
    { name: "c", cluster: { server: "https://here", "certificate-authority-data": "UEVN" } },
  ],
  users: [{ name: "u", user: { token: "a-token" } }],
  contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
  "current-context": "x",
};

describe("a kubeconfig", () => {
  const dir = mkdtempSync(join(tmpdir(), "fairway-test-"));
  after(() => rmSync(dir, { recursive: true }));
  const write = (text: string) => {
    const file = join(dir, "kubeconfig");
    writeFileSync(file, text);
    return file;
  };

  test("tells where to go and who one is, by its current context", async () => {
    const found = await readKubeconfig(write(stringify(config)));
    assert.deepEqual(found, { server: "https://here", authority: "PEM", token: "a-token" });
  });

  for (const [what, text] of [
    ["that is no YAML", "{ a-token"],
    ["that is no object", "- a-token"],
    ["without its context", stringify({ ...config, "current-context": "y" })],
    ["without a token", stringify({ ...config, users: [{ name: "u", user: { token: ["a-token"] } }] })],
  ] as const) {
    test(`${what} is refused, and not quoted`, async () => {
      await assert.rejects(readKubeconfig(write(text)), (error: Error & { code: string }) => {
        assert.equal(error.code, "BadRequest");
        assert.doesNotMatch(error.message, /a-token/);
        return true;
      });
    });
  }

  test("that is not there is said to be so", async () => {
    await assert.rejects(readKubeconfig(join(dir, "none")), { code: "NotFound", message: /no kubeconfig at .*none/ });
  });
});
