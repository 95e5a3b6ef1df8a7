import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConsistentHash } from "../../api/index.ts";
import { balancingProblems, loadBalancing } from "./load-balancer.ts";

test("least requests is the default, also by its old name", () => {
  for (const asked of [undefined, {}, { simple: "UNSPECIFIED" }, { simple: "LEAST_CONN" }] as const) {
    assert.deepEqual(loadBalancing(asked), { lbPolicy: "LEAST_REQUEST" });
  }
});

test("hashing takes a ring of 1024 points at least, or a table", () => {
  const ring = (minimumRingSize: string) => ({ lbPolicy: "RING_HASH", ringHashLbConfig: { minimumRingSize } });
  assert.deepEqual(loadBalancing({ consistentHash: { useSourceIp: true } }), ring("1024"));
  assert.deepEqual(loadBalancing({ consistentHash: { minimumRingSize: 2048 } }), ring("2048"));
  assert.deepEqual(loadBalancing({ consistentHash: { ringHash: { minimumRingSize: 8 } } }), ring("8"));
  assert.deepEqual(loadBalancing({ consistentHash: { maglev: { tableSize: 65537 } } }), {
    lbPolicy: "MAGLEV",
    maglevLbConfig: { tableSize: "65537" },
  });
});

test("a ring or table of a size that Envoy finds wrong too late is never sent", () => {
  const rule = { group: "networking.istio.io", kind: "DestinationRule", namespace: "a", name: "b" };
  const problemsOf = (consistentHash: ConsistentHash) =>
    balancingProblems({ consistentHash }, rule).map(({ code, message }) => `${code} ${message}`);
  for (const tableSize of [0, 1, 4, 65536, 5_000_011, 5_000_077]) {
    const hash = { maglev: { tableSize } };
    assert.deepEqual(loadBalancing({ consistentHash: hash }), { lbPolicy: "MAGLEV" });
    assert.deepEqual(problemsOf(hash), [`FW1213 must have a prime \`tableSize\` below 5000011, not ${tableSize}`]);
  }
  const size = 8 * 1024 * 1024 + 1;
  for (const hash of [{ ringHash: { minimumRingSize: size } }, { minimumRingSize: size }]) {
    const ring = { lbPolicy: "RING_HASH", ringHashLbConfig: { minimumRingSize: "1024" } };
    assert.deepEqual(loadBalancing({ consistentHash: hash }), ring);
    assert.deepEqual(problemsOf(hash), [`FW1213 must have a \`minimumRingSize\` of at most 8388608, not ${size}`]);
  }
  for (const hash of [{ maglev: {} }, { maglev: { tableSize: 2 } }, { ringHash: { minimumRingSize: size - 1 } }, {}]) {
    assert.deepEqual(problemsOf(hash), []);
  }
});

test("new endpoints warm up where the balancer can", () => {
  assert.deepEqual(loadBalancing({ simple: "ROUND_ROBIN", warmup: { duration: "1m" } }).roundRobinLbConfig, {
    slowStartConfig: {
      slowStartWindow: "60s",
      aggression: { defaultValue: 1, runtimeKey: "(" },
      minWeightPercent: { value: 10 },
    },
  });
  assert.deepEqual(loadBalancing({ simple: "RANDOM", warmup: { duration: "1m" } }), { lbPolicy: "RANDOM" });
  assert.deepEqual(loadBalancing({ warmupDurationSecs: "90s" }).leastRequestLbConfig, {
    slowStartConfig: { slowStartWindow: "90s" },
  });
});

test("endpoints are weighted by the load they report", () => {
  const asked = { weightUpdatePeriod: "2s", errorUtilizationPenaltyPercent: 150 };
  const made = loadBalancing({ backendUtilization: asked });
  assert.equal(made.lbPolicy, "LOAD_BALANCING_POLICY_CONFIG");
  const [policy] = made.loadBalancingPolicy?.policies ?? [];
  assert.deepEqual(policy?.typedExtensionConfig?.typedConfig?.["value"], {
    weight_update_period: "2s",
    error_utilization_penalty: 1.5,
  });
});
