import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { covers } from "./host.ts";
import { hostSet } from "./host-set.ts";

test("a set of hosts covers what one of them covers", () => {
  const host = fc
    .tuple(fc.constantFrom("", "*.", "*"), fc.array(fc.constantFrom("a", "b", "ab"), { maxLength: 3 }))
    .map(([wildcard, labels]) => wildcard + labels.join("."));
  fc.assert(
    fc.property(fc.array(host, { maxLength: 5 }), host, (hosts, other) => {
      assert.equal(
        hostSet(hosts)(other),
        hosts.some((wide) => covers(wide, other)),
      );
    }),
  );
});
