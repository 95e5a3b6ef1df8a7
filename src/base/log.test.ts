import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type LogLine, LogScopes } from "./log.ts";
import { jsonLine, printable, textLine } from "./log-format.ts";
import { ManualClock } from "./testing/manual-clock.ts";

function collect(levels: ReadonlyMap<string, "debug"> = new Map()) {
  const lines: LogLine[] = [];
  return { lines, scopes: new LogScopes((line) => lines.push(line), new ManualClock(0), "info", levels) };
}

suite("log scopes", () => {
  test("write their level and the more severe ones", () => {
    const { lines, scopes } = collect();
    const log = scopes.scope("ads", "xDS streams");
    log.debug("hidden");
    log.info("shown", { n: 1 });
    log.error("bad");
    assert.deepEqual(
      lines.map((l) => [l.level, l.scope, l.message]),
      [
        ["info", "ads", "shown"],
        ["error", "ads", "bad"],
      ],
    );
  });

  test("change at run time, one by one", () => {
    const { lines, scopes } = collect();
    const [ads, store] = [scopes.scope("ads", ""), scopes.scope("store", "")];
    scopes.find("ads")?.configure({ level: "debug" });
    ads.debug("now shown");
    store.debug("still hidden");
    scopes.find("ads")?.configure({ level: "none" });
    ads.error("hidden");
    assert.deepEqual(
      lines.map((l) => l.message),
      ["now shown"],
    );
  });

  test("take levels that were asked for before they existed", () => {
    const { scopes } = collect(new Map([["store", "debug"]]));
    assert.equal(scopes.scope("store", "").settings.level, "debug");
    assert.equal(scopes.scope("http", "").settings.level, "info");
    assert.equal(scopes.scope("store", ""), scopes.find("store"));
  });

  test("tell the caller and the stack when asked", () => {
    const { lines, scopes } = collect();
    const log = scopes.scope("x", "");
    log.configure({ logCallers: true, stackTraceLevel: "error" });
    log.info("here");
    log.error("there");
    assert.match(String(lines[0]?.fields.caller), /log\.test\.ts/);
    assert.equal(lines[0]?.fields.stack, undefined);
    assert.match(String(lines[1]?.fields.stack), /log\.test\.ts/);
  });
});

suite("log lines", () => {
  const line: LogLine = {
    level: "warn",
    time: 0,
    scope: "http",
    message: "Refused\nfake line \u001b[31m",
    fields: { name: "a b\u202e", error: new Error("outer", { cause: new Error("inner") }), n: 3 },
  };

  test("are one JSON object each, whatever users write", () => {
    const text = jsonLine(line);
    assert.equal(text.indexOf("\n"), text.length - 1);
    const { level, scope, msg, error, n } = JSON.parse(text);
    assert.deepEqual(
      { level, scope, msg, error, n },
      { level: "warn", scope: "http", msg: line.message, error: "outer: inner", n: 3 },
    );
  });

  test("cannot be broken or coloured by users in the form for people", () => {
    const text = textLine(line, false);
    assert.equal(text.indexOf("\n"), text.length - 1);
    assert.ok(!text.includes("\u001b") && !text.includes("\u202e"), text);
    assert.match(text, /n=3/);
  });

  test("printable leaves ordinary text alone", () => assert.equal(printable("grüße, 世界 👍"), "grüße, 世界 👍"));
});
