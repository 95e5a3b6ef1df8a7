import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { circuitBreakers } from "./circuit-breakers.ts";

const most = 4294967295;
const unlimited = { maxConnections: most, maxPendingRequests: most, maxRequests: most, maxRetries: most };

describe("circuit breakers", () => {
  test("limit only what is asked for", () => {
    assert.deepEqual(circuitBreakers(undefined).thresholds, [unlimited]);
    assert.deepEqual(circuitBreakers({ tcp: { maxConnections: 3 } }).thresholds, [{ ...unlimited, maxConnections: 3 }]);
  });

  test("have a budget for retries with defaults of their own", () => {
    const [made] = circuitBreakers(undefined, { budgetInterval: "1m" }).thresholds ?? [];
    const budget = { budgetPercent: { value: 20 }, minRetryConcurrency: 3, budgetInterval: "60s" };
    assert.deepEqual(made, { ...unlimited, retryBudget: budget });
  });
});
