import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { outlierDetection } from "./outlier-detection.ts";

describe("outlier detection", () => {
  test("is off unless it is asked for, and never by success rate", () => {
    assert.equal(outlierDetection(undefined), undefined);
    assert.deepEqual(outlierDetection({}), { enforcingSuccessRate: 0 });
  });

  test("is switched off for one kind of error by 0", () => {
    assert.deepEqual(outlierDetection({ consecutive5xxErrors: 0, consecutiveGatewayErrors: 2 }), {
      enforcingSuccessRate: 0,
      consecutive5xx: 0,
      enforcingConsecutive5xx: 0,
      consecutiveGatewayFailure: 2,
      enforcingConsecutiveGatewayFailure: 100,
    });
  });

  test("counts failures to connect apart only if they are split", () => {
    assert.deepEqual(outlierDetection({ consecutiveLocalOriginFailures: 4 }), { enforcingSuccessRate: 0 });
    assert.deepEqual(outlierDetection({ splitExternalLocalOriginErrors: true, consecutiveLocalOriginFailures: 4 }), {
      enforcingSuccessRate: 0,
      splitExternalLocalOriginErrors: true,
      enforcingLocalOriginSuccessRate: 0,
      consecutiveLocalOriginFailure: 4,
      enforcingConsecutiveLocalOriginFailure: 100,
    });
  });
});
