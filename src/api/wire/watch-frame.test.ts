import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { isFault } from "../../base/fault.ts";
import { builtInCatalog } from "../kinds.ts";
import { encodeBody } from "./protobuf-body.ts";
import { encodeWatchFrame, maxWatchFrame, type WatchFrame, WatchFrameReader } from "./watch-frame.ts";

/** A bookmark that ends a streaming list, made by client-go's own encoders. */
const bookmark =
  "000000760a08424f4f4b4d41524b126a0a686b3873000a240a13646973636f766572792e6b38732e696f2f7631120d456e64706f696e74536c696365" +
  "12380a340a0012001a0022002a003201393800420062210a196b38732e696f2f696e697469616c2d6576656e74732d656e6412047472756522001a002200";

const object = encodeBody(builtInCatalog(), {
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { resourceVersion: "9", annotations: { "k8s.io/initial-events-end": "true" } },
});

suite("frames of a watch in Kubernetes' protobuf", () => {
  test("are written as Kubernetes' own programs do", () => {
    const frame = encodeWatchFrame({ type: "BOOKMARK", object: object ?? new Uint8Array() });
    assert.equal(Buffer.from(frame).toString("hex"), bookmark);
  });

  test("come out whole, in whatever pieces the stream comes in", () => {
    const bytes = fc.uint8Array({ maxLength: 40 });
    const frames = fc.array(
      fc.record({ type: fc.constantFrom("ADDED", "DELETED"), object: bytes }, { noNullPrototype: true }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(frames, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (events, cuts) => {
        const stream = Buffer.concat(events.map(encodeWatchFrame));
        const reader = new WatchFrameReader();
        const read: WatchFrame[] = [];
        for (let at = 0, i = 0; at < stream.length; i++) {
          const end = at + (cuts[i % cuts.length] ?? 1);
          read.push(...reader.push(stream.subarray(at, end)));
          at = end;
        }
        assert.deepEqual(
          read.map((frame) => ({ ...frame, object: Uint8Array.from(frame.object) })),
          events,
        );
        assert.equal(reader.pending, false);
      }),
    );
  });

  test("a frame that is cut off is pending, one that is too long is refused before it comes", () => {
    const reader = new WatchFrameReader();
    assert.deepEqual(reader.push(Buffer.from(bookmark.slice(0, 100), "hex")), []);
    assert.equal(reader.pending, true);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(maxWatchFrame + 1);
    assert.throws(
      () => new WatchFrameReader().push(length),
      (error) => isFault(error, "BadRequest"),
    );
  });
});
