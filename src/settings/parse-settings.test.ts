import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { parseSettings, settingsTable } from "./index.ts";

suite("settings", () => {
  test("have defaults that parse", () => {
    const settings = parseSettings({}, {});
    assert.deepEqual(settings.apiAddress, { host: "127.0.0.1", port: 15080 });
    assert.equal(settings.dataDir, "./.fairway");
    assert.equal(settings.configDir, undefined);
    assert.equal(settings.historyAge, 3_600_000);
  });

  test("come from flags before the environment, and from there before defaults", () => {
    const env = { FAIRWAY_DATA_DIR: "/env", FAIRWAY_LOG_LEVEL: "debug", FAIRWAY_API_ADDRESS: "" };
    const settings = parseSettings({ dataDir: "/flag" }, env);
    assert.equal(settings.dataDir, "/flag");
    assert.equal(settings.logLevel, "debug");
    assert.equal(settings.apiAddress.port, 15080, "an empty variable is not set");
  });

  test("read IPv6 addresses, and levels by scope", () => {
    const settings = parseSettings({ apiAddress: "[::1]:0", logScopes: "store=debug,http=none" }, {});
    assert.deepEqual(settings.apiAddress, { host: "::1", port: 0 });
    assert.deepEqual(
      [...settings.logScopes],
      [
        ["store", "debug"],
        ["http", "none"],
      ],
    );
  });

  const bad: readonly (readonly [string, object, RegExp])[] = [
    ["a port out of range", { apiAddress: "127.0.0.1:70000" }, /--api-address must be an address/],
    ["an address without a port", { httpAddress: "localhost" }, /--http-address must be an address/],
    ["an unknown level", { logLevel: "debgu" }, /--log-level must be one of .* did you mean 'debug'/],
    ["a level of no scope", { logScopes: "=debug" }, /scope=level/],
    ["a duration without a unit", { historyAge: "5" }, /--history-age must be a duration/],
    ["a count that is none", { historyRevisions: "-1" }, /--history-revisions must be a whole number/],
    ["an empty data directory", { dataDir: "" }, /--data-dir must be a path/],
  ];
  for (const [name, flags, message] of bad) {
    test(`refuse ${name}, naming the flag`, () => assert.throws(() => parseSettings({ ...flags }, {}), message));
  }

  test("name the environment variable that is wrong", () => {
    assert.throws(() => parseSettings({}, { FAIRWAY_HISTORY_AGE: "x" }), /FAIRWAY_HISTORY_AGE must be/);
  });

  test("have unique names, flags and variables", () => {
    for (const of of [
      settingsTable.map((s) => s.name),
      settingsTable.map((s) => s.flag),
      settingsTable.flatMap((s) => s.env),
    ]) {
      assert.equal(new Set<string>(of).size, of.length);
    }
  });
});
