import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { KnownTokens, parseTokenFile } from "./known-tokens.ts";

suite("tokens that are known beforehand", () => {
  test("come from a file, one on each line", () => {
    const text = 't1,alice,u1,"devs,ops"\r\n# nobody\n\nt2,bob\nt3,carol,,ops\n';
    const tokens = new KnownTokens("admin", parseTokenFile(text, "tokens"));
    assert.deepEqual(tokens.userOf("t1"), {
      name: "alice",
      uid: "u1",
      groups: ["devs", "ops", "system:authenticated"],
    });
    assert.deepEqual(tokens.userOf("t2"), { name: "bob", groups: ["system:authenticated"] });
    assert.deepEqual(tokens.userOf("t3"), { name: "carol", groups: ["ops", "system:authenticated"] });
    assert.equal(tokens.userOf("admin")?.name, "fairway:admin");
    assert.equal(tokens.userOf(""), undefined);
    assert.equal(tokens.userOf("# nobody"), undefined);
  });

  test("are refused with the line where they are malformed", () => {
    assert.throws(() => parseTokenFile("t1,alice\nt2\n", "tokens"), /tokens:2: a line must be/);
    assert.throws(() => parseTokenFile(",alice\n", "tokens"), /tokens:1: a line must be/);
    assert.throws(() => parseTokenFile("t1,alice\nt1,bob\n", "tokens"), /tokens:2: the token stands twice/);
  });
});
