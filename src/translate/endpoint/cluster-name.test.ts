import assert from "node:assert/strict";
import { test } from "node:test";
import { parseOutboundName } from "./cluster-name.ts";

test("names of outbound clusters are taken apart", () => {
  const host = "reviews.app.svc.cluster.local";
  const named = { port: 80, subset: "v1", hostname: host };
  assert.deepEqual(parseOutboundName(`outbound|80|v1|${host}`), { ...named, byServerName: false });
  assert.deepEqual(parseOutboundName(`outbound_.80_.v1_.${host}`), { ...named, byServerName: true });
  assert.equal(parseOutboundName(`outbound|80||${host}`)?.subset, "");
});

test("other names are none", () => {
  for (const name of ["", "inbound|80||", "outbound|x||host", "outbound|80|", "BlackHoleCluster", "local_cluster"]) {
    assert.equal(parseOutboundName(name), undefined, name);
  }
});
