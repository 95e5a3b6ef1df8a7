import assert from "node:assert/strict";
import { test } from "node:test";
import { FrameBuilder, frameHeaderLength, frameLength, type RecordHead, readFrame, readHead } from "./log-frame.ts";

const head = (revision: number, fields: Partial<RecordHead> = {}): RecordHead => ({
  revision,
  previous: revision - 1,
  time: Date.UTC(2026, 0, 1),
  change: "updated",
  type: "networking.istio.io/VirtualService",
  id: "default\0reviews",
  ...fields,
});

test("a frame gives back the records that were put into it", () => {
  const builder = new FrameBuilder();
  const heads = [
    head(7),
    head(2 ** 47, { previous: 0, change: "created", type: "/Note", id: "\0ä€😀" }),
    head(9, { change: "deleted", id: "n\0x".padEnd(300, "y") }),
  ];
  const texts = ['{"a":1}', JSON.stringify({ text: "ü€😀".repeat(50_000) }), "{}"];
  const places = heads.map((each, i) => builder.add(each, texts[i]!));
  const frame = builder.finish();
  assert.equal(frameLength(frame), frame.length);
  const records = readFrame(frame) ?? [];
  assert.deepEqual(
    records.map((r) => readHead(frame, r)),
    heads,
  );
  assert.deepEqual(
    records.map((r) => frame.toString("utf8", r.json, r.end)),
    texts,
  );
  assert.deepEqual(
    records.map((r) => ({ offset: r.start, length: r.end - r.start })),
    places,
  );
});

test("a builder is used again, and copies records as they are", () => {
  const builder = new FrameBuilder();
  builder.add(head(1), '{"first":true}');
  const first = Buffer.from(builder.finish());
  builder.reset();
  builder.addRaw(first.subarray(frameHeaderLength));
  assert.deepEqual(builder.finish(), first);
});

test("every change of a single byte is noticed", () => {
  const builder = new FrameBuilder();
  builder.add(head(1), '{"a":"some text"}');
  builder.add(head(2), '{"b":"more text"}');
  const frame = Buffer.from(builder.finish());
  for (let i = 0; i < frame.length; i++) {
    const damaged = Buffer.from(frame);
    damaged[i] = damaged[i]! ^ 0x10;
    const length = frameLength(damaged);
    const intact = length === frame.length && readFrame(damaged) !== undefined;
    assert.equal(intact, false, `byte ${i}`);
  }
});
