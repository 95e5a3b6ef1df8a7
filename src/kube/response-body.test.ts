import assert from "node:assert/strict";
import { test } from "node:test";
import { builtInCatalog, encodeBody, encodeWatchFrame, kubeProtobuf, type ObjectMeta } from "../api/index.ts";
import { watchEvents } from "./response-body.ts";

const object = (name: string) => ({ apiVersion: "v1", kind: "Service", metadata: { name }, spec: {} });

async function names(chunks: readonly Uint8Array[], type: string): Promise<readonly string[]> {
  const body = (async function* () {
    yield* chunks;
  })();
  const response = { status: 200, headers: { "content-type": type }, body };
  const batches: string[] = [];
  for await (const events of watchEvents(builtInCatalog(), response)) {
    batches.push(events.map(({ type, object: { metadata } }) => `${type} ${(metadata as ObjectMeta).name}`).join());
  }
  return batches;
}

test("events come together as they came, and those that are cut with their end", async () => {
  const lines = ["a", "b", "c"].map((name) => JSON.stringify({ type: "ADDED", object: object(name) }));
  const text = Buffer.from(`${lines.join("\n")}\n\n`);
  const first = (lines[0]?.length ?? 0) + 10;
  const chunks = [text.subarray(0, first), text.subarray(first, first + 1), text.subarray(first + 1)];
  assert.deepEqual(await names(chunks, "application/json"), ["ADDED a", "", "ADDED b,ADDED c"]);
});

test("the same in protobuf", async () => {
  const kinds = builtInCatalog();
  const frames = ["a", "b"].map((name) =>
    encodeWatchFrame({ type: "MODIFIED", object: encodeBody(kinds, object(name)) as Uint8Array }),
  );
  const bytes = Buffer.concat(frames);
  const chunks = [bytes.subarray(0, 7), bytes.subarray(7)];
  assert.deepEqual(await names(chunks, kubeProtobuf), ["", "MODIFIED a,MODIFIED b"]);
});
