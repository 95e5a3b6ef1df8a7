import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { covers } from "./host.ts";
import { overlappingHosts } from "./overlapping-hosts.ts";

test("finds the host that another one covers", () => {
  assert.deepEqual(overlappingHosts(["a.example.com", "b.org", "*.example.com"]), [
    { wide: "*.example.com", narrow: "a.example.com", index: 0 },
  ]);
  assert.deepEqual(overlappingHosts(["a.com", "b.com", "a.com"]), [{ wide: "a.com", narrow: "a.com", index: 2 }]);
  assert.deepEqual(overlappingHosts(["*.com", "*.a.com", "com"]), [{ wide: "*.com", narrow: "*.a.com", index: 1 }]);
  assert.deepEqual(overlappingHosts(["a.com", "xa.com", "*.a.com"]), []);
});

test("finds an overlap wherever comparing all pairs finds one", () => {
  const label = fc.constantFrom("a", "b", "ab");
  const host = fc
    .tuple(fc.constantFrom("", "*.", "*", "*-"), fc.array(label, { maxLength: 3 }))
    .map(([wildcard, labels]) => wildcard + labels.join("."));
  fc.assert(
    fc.property(fc.array(host, { maxLength: 6 }), (hosts) => {
      const pairs = hosts.flatMap((a, i) => hosts.filter((b, j) => i !== j && covers(a, b)));
      const found = overlappingHosts(hosts);
      assert.equal(found.length > 0, pairs.length > 0);
      for (const { wide, narrow, index } of found) {
        assert.ok(covers(wide, narrow));
        assert.equal(hosts[index], narrow);
      }
    }),
  );
});
