import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { encodeNameTable } from "./encode-name-table.ts";

const info = { ips: ["1.2.3.4", "::1"], registry: "Kubernetes", shortname: "a", namespace: "b" };

suite("the bytes of a table of names", () => {
  test("are a map from hosts to addresses", () => {
    const bytes = Buffer.from(encodeNameTable({ table: { h: info } }));
    const value = ["0a07", "1.2.3.4", "0a03", "::1", "120a", "Kubernetes", "1a01", "a", "2201", "b"];
    const inner = Buffer.concat(value.map((part, i) => Buffer.from(part, i % 2 === 0 ? "hex" : "latin1")));
    const entry = Buffer.concat([
      Buffer.from("0a01", "hex"),
      Buffer.from("h"),
      Buffer.from([0x12, inner.length]),
      inner,
    ]);
    assert.deepEqual(bytes, Buffer.concat([Buffer.from([0x0a, entry.length]), entry]));
  });

  test("leave out what is empty", () => {
    const empty = { ips: [], registry: "", shortname: "", namespace: "" };
    assert.deepEqual(Buffer.from(encodeNameTable({ table: { h: empty } })).toString("hex"), "0a050a01681200");
    assert.equal(encodeNameTable({ table: {} }).length, 0);
  });

  test("do not depend on the order of hosts", () => {
    const [one, other] = [
      { a: info, b: info },
      { b: info, a: info },
    ];
    assert.deepEqual(encodeNameTable({ table: one }), encodeNameTable({ table: other }));
  });
});
