import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { Random } from "../../base/testing/random.ts";
import { objectSchema } from "../admit.ts";
import { builtInCatalog } from "../kinds.ts";
import { apiVersionOf } from "../resource.ts";
import { withoutZeros } from "../schema/without-zeros.ts";
import { decodeBody, encodeBody } from "./protobuf-body.ts";
import { randomMessage } from "./testing/random-message.ts";

const kinds = builtInCatalog();

suite("objects of Kubernetes' kinds through protobuf", () => {
  for (const kind of kinds.all.filter(({ protobuf }) => protobuf?.of === "object")) {
    const apiVersion = apiVersionOf(kind.group, kind.versions[0].name);
    test(`any ${kind.group}/${kind.kind} comes back as it was, but for zeros that say nothing`, () => {
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const fields = randomMessage(objectSchema(kind), new Random(seed));
          const body = { apiVersion, kind: kind.kind, ...fields };
          const bytes = encodeBody(kinds, body) ?? assert.fail("no protobuf");
          const read = decodeBody(kinds, bytes);
          assert.deepEqual(read, { apiVersion, kind: kind.kind, ...withoutZeros(objectSchema(kind), fields) });
          assert.deepEqual(encodeBody(kinds, read), bytes);
        }),
        { numRuns: 30 },
      );
    });
  }
});
