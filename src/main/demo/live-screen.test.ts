import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveScreen } from "./live-screen.ts";

test("lines are drawn over those before them, cut to the width, coloured only where there is colour", () => {
  for (const colour of [false, true]) {
    let out = "";
    const screen = new LiveScreen({
      out: (text) => {
        out += text;
      },
      colour,
      width: () => 6,
    });
    screen.draw([{ text: "first", style: "red" }, { text: "too long" }]);
    screen.draw([{ text: "next" }]);
    const first = colour ? "\x1b[31mfirst\x1b[39m" : "first";
    assert.equal(out, `\x1b[J${first}\ntoo …\n\x1b[2A\x1b[Jnext\n`);
  }
});
