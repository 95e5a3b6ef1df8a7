import assert from "node:assert/strict";
import { test } from "node:test";
import { formatLocality, parseLocality } from "./locality.ts";
import { parseProtocol } from "./protocol.ts";

test("localities and protocols are read and written", () => {
  assert.deepEqual(parseLocality("r/z"), { region: "r", zone: "z", subzone: "" });
  assert.equal(formatLocality(parseLocality("r/z/s")), "r/z/s");
  assert.equal(formatLocality(parseLocality("")), "");
  assert.deepEqual(["HTTP2", "gRPC-Web", "Mongo", "auto", "smtp"].map(parseProtocol), [
    "http2",
    "grpc-web",
    "mongo",
    undefined,
    undefined,
  ]);
});
