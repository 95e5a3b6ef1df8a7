import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseProxy } from "../core/index.ts";
import { ResourceSet, xdsResource } from "../deliver/index.ts";
import { findGenerator, GeneratedConfigSource, type Generator } from "./generators.ts";

/** Makes one resource with its own name, of whichever type. */
function generator(name: string): Generator {
  const make = (type: string) => ResourceSet.of(type, [xdsResource(type, name, new Uint8Array())]);
  return { version: () => ({ client: () => ({ resources: make }) }) };
}

const words = ["special/t/One", "router/t/One", "t/One", "special", "api"];
const all = new Map(words.map((word) => [word, generator(word)]));
const proxy = (type: string, word?: unknown) =>
  parseProxy({ id: `${type}~10.0.0.1~a.b~b.svc.cluster.local`, metadata: { GENERATOR: word } });

describe("a generator is chosen", () => {
  const rows: readonly (readonly [string, ReturnType<typeof proxy>, string, string])[] = [
    ["by the client's word and the type", proxy("router", "special"), "t/One", "special/t/One"],
    ["by the proxy's own type and the type", proxy("router"), "t/One", "router/t/One"],
    ["by the type alone", proxy("sidecar", "other"), "t/One", "t/One"],
    ["by the client's word, for what no type's generator makes", proxy("sidecar", "special"), "t/Two", "special"],
    ["as the last of all", proxy("sidecar", "other"), "t/Two", "api"],
    ["but never by a type in place of a word", proxy("sidecar", "t/One"), "t/Two", "api"],
    ["and by no word that is no text", proxy("sidecar", { special: true }), "t/Two", "api"],
  ];
  for (const [how, client, type, expected] of rows) {
    test(how, () => {
      assert.equal(findGenerator(all, client, type), all.get(expected));
      const source = new GeneratedConfigSource(all);
      source.publish("v1");
      const made = source.current?.client(client).resources(type, "all");
      assert.deepEqual([source.current?.name, ...(made?.keys() ?? [])], ["v1", expected]);
    });
  }
});

test("a version stays what it was when the next one is published", () => {
  let round = 0;
  const source = new GeneratedConfigSource(
    new Map([["api", { version: () => generator(`round ${++round}`).version() } satisfies Generator]]),
  );
  source.publish("one");
  const first = source.current?.client(proxy("sidecar"));
  source.publish("two");
  assert.deepEqual([...(first?.resources("t", "all").keys() ?? [])], ["round 1"]);
  const second = source.current?.client(proxy("sidecar"));
  assert.deepEqual([...(second?.resources("t", "all").keys() ?? [])], ["round 2"]);
});
