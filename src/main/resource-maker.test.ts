import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { xdsTypes } from "../deliver/index.ts";
import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import { loadEnvoyCodec, type Plan } from "../translate/index.ts";
import { ResourceMaker } from "./resource-maker.ts";

describe("resources that are made anew", () => {
  const codec = loadEnvoyCodec();
  /** A cluster of which only the height of its timeout is seen. */
  const clusterOf = (key: { readonly seconds: number; readonly unseen: number }): Plan<Cluster> => ({
    name: "a",
    key,
    build: ({ seconds, unseen }: typeof key) => ({
      message: { name: "a", connectTimeout: `${seconds}s` },
      sources: [{ group: "", kind: "Service", namespace: "app", name: `of-${unseen}` }],
    }),
  });

  test("have the bytes of those that say the same, and sources of their own", () => {
    const maker = new ResourceMaker({ codec, failed: ({ error }) => assert.fail(String(error)) });
    const make = (seconds: number, unseen: number) => {
      const made = maker.make(xdsTypes.cluster, clusterOf({ seconds, unseen }));
      assert.ok(made);
      return made.resource;
    };
    const [first, same, other] = [make(1, 1), make(1, 2), make(2, 2)];
    assert.equal(same.field, first.field);
    assert.notDeepEqual(other.field, first.field);
    const sources = [first, same].map((each) => maker.sourcesOf(each).map(({ name }) => name));
    assert.deepEqual(sources, [["of-1"], ["of-2"]]);
  });
});
