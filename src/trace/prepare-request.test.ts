import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { freshConnection } from "./connection.ts";
import { prepareRequest } from "./prepare-request.ts";
import { callOf } from "./testing/call-of.ts";
import { plaintext } from "./testing/request.ts";

function answerTo(path: string): number | undefined {
  const call = callOf("gateway", "127.0.0.1:80", { path });
  return prepareRequest({}, call, freshConnection(call, call.destination), plaintext).request === undefined
    ? 400
    : undefined;
}

suite("prepareRequest", () => {
  test("refuses a path with a fragment, wherever it is", () => {
    assert.equal(answerTo("/a#b"), 400);
    assert.equal(answerTo("/a?q=1#b"), 400);
    assert.equal(answerTo("/a?q=%23b"), undefined);
  });
});
