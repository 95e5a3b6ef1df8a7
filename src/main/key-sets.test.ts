import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { KeySets } from "./key-sets.ts";

const keySet = (kid: string) => JSON.stringify({ keys: [{ kty: "RSA", kid }] });

function start(pages: Map<string, string>) {
  const clock = new ManualClock();
  const asked: string[] = [];
  const failures: string[] = [];
  let changes = 0;
  const keySets = new KeySets({
    clock,
    random: () => 0,
    changed: () => {
      changes += 1;
    },
    failed: (address) => failures.push(address),
    fetch: async (url) => {
      asked.push(url);
      const page = pages.get(url);
      if (page === undefined) throw new Error("404");
      return page;
    },
  });
  const advance = async (ms: number) => {
    clock.advance(ms);
    for (let i = 0; i < 5; i++) await settle();
  };
  return { keySets, asked, failures, advance, changes: () => changes };
}

describe("the keys of issuers", () => {
  const url = "https://issuer.example/keys";

  test("are fetched when they are first asked for, and again as time goes by", async () => {
    const pages = new Map([[url, keySet("1")]]);
    const { keySets, asked, advance, changes } = start(pages);
    assert.equal(keySets.at(url), undefined);
    await advance(0);
    assert.equal(keySets.at(url), keySet("1"));
    assert.equal(changes(), 1);
    await advance(20 * 60_000);
    assert.deepEqual([asked.length, changes()], [2, 1]);
    pages.set(url, keySet("2"));
    await advance(20 * 60_000);
    assert.equal(keySets.at(url), keySet("2"));
    assert.equal(changes(), 2);
  });

  test("stay in force while fetching fails, which is told once and tried again", async () => {
    const pages = new Map([[url, keySet("1")]]);
    const { keySets, failures, advance } = start(pages);
    keySets.at(url);
    await advance(0);
    pages.clear();
    await advance(20 * 60_000);
    await advance(1000);
    await advance(2000);
    assert.deepEqual(failures, [url]);
    assert.equal(keySets.at(url), keySet("1"));
    pages.set(url, keySet("2"));
    await advance(4000);
    assert.equal(keySets.at(url), keySet("2"));
  });

  test("are found by the issuer's own configuration", async () => {
    const issuer = "https://issuer.example";
    const pages = new Map([
      [issuer, "<html>"],
      [`${issuer}/.well-known/openid-configuration`, JSON.stringify({ jwks_uri: url })],
      [url, keySet("1")],
    ]);
    const { keySets, advance } = start(pages);
    keySets.at(issuer);
    await advance(0);
    assert.equal(keySets.at(issuer), keySet("1"));
  });

  test("are not looked for where no web address is, nor where a page leads elsewhere", async () => {
    const issuer = "https://evil.example";
    const configuration = JSON.stringify({ jwks_uri: "file:///etc/passwd" });
    const { keySets, asked, failures, advance } = start(
      new Map([[`${issuer}/.well-known/openid-configuration`, configuration]]),
    );
    for (const address of ["", "issuer", "file:///etc/passwd", "ftp://x/keys", issuer]) keySets.at(address);
    await advance(0);
    assert.deepEqual(asked, [issuer, `${issuer}/.well-known/openid-configuration`]);
    assert.deepEqual(failures, [issuer]);
  });

  test("are forgotten when nobody asks for them any more", async () => {
    const { keySets, asked, advance } = start(new Map([[url, keySet("1")]]));
    keySets.at(url);
    await advance(0);
    for (let round = 0; round < 5; round++) keySets.endRound();
    await advance(60 * 60_000);
    assert.equal(asked.length, 1);
    keySets.at(url);
    keySets.close();
    await advance(60 * 60_000);
    assert.equal(asked.length, 2);
    assert.equal(keySets.at(url), undefined);
  });

  test("are read from a real server, but not without limit", async (t) => {
    const server = createServer((request, response) => {
      response.end(request.url === "/large" ? "x".repeat(2 * 1024 * 1024) : keySet("real"));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const news = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<unknown>();
    const keySets = new KeySets({ changed: () => news.resolve(), failed: (_, error) => refused.resolve(error) });
    t.after(() => keySets.close());
    keySets.at(`${base}/keys`);
    await news.promise;
    assert.equal(keySets.at(`${base}/keys`), keySet("real"));
    keySets.at(`${base}/large`);
    assert.match(String(await refused.promise), /more than|no keys|JSON/);
  });
});
