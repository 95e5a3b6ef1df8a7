import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { envoyArguments } from "./envoy-arguments.ts";

describe("arguments of Envoy", () => {
  test("let go of connections soon after their listener changed", () => {
    assert.deepEqual(envoyArguments("b.json", ["-l", "debug"]), [
      ...["--config-path", "b.json", "--disable-hot-restart"],
      ...["--drain-strategy", "immediate", "--drain-time-s", "45", "-l", "debug"],
    ]);
  });

  test("are there once where they were given too", () => {
    const own = ["--drain-time-s", "5", "--drain-strategy=gradual", "--disable-hot-restart"];
    assert.deepEqual(envoyArguments("b.json", own), ["--config-path", "b.json", ...own]);
  });
});
