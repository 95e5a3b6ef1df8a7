import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { IstioStatus, Resource } from "../../api/index.ts";
import { judgedStatus, type StatusMessage } from "./judged-status.ts";

const missing: StatusMessage = {
  name: "ReferencedResourceNotFound",
  code: "IST0101",
  level: "ERROR",
  text: "spec.gateways[0] must name a Gateway",
};
const hint: StatusMessage = { name: "Deprecated", code: "IST0002", level: "WARNING", text: "is old" };

suite("the status of an object", () => {
  const object = (status?: object, generation = 1): Resource => ({
    apiVersion: "networking.istio.io/v1",
    kind: "VirtualService",
    metadata: { name: "vs", namespace: "app", generation },
    ...(status && { status }),
  });
  const statusOf = (resource: Resource) => resource["status"] as IstioStatus;

  test("says that it is accepted, or why not, and of which generation", () => {
    assert.deepEqual(statusOf(judgedStatus(object(), [], 0)), {
      observedGeneration: 1,
      conditions: [
        {
          type: "Accepted",
          status: "True",
          observedGeneration: 1,
          lastTransitionTime: "1970-01-01T00:00:00Z",
          reason: "Valid",
          message: "",
        },
      ],
    });
    const { conditions: [condition] = [], validationMessages } = statusOf(judgedStatus(object(), [hint, missing], 0));
    assert.deepEqual(
      [condition?.status, condition?.reason, condition?.message],
      ["False", "Invalid", "IST0101: spec.gateways[0] must name a Gateway"],
    );
    assert.deepEqual(
      validationMessages?.map(({ type, level }) => [type?.code, level]),
      [
        ["IST0002", "WARNING"],
        ["IST0101", "ERROR"],
      ],
    );
  });

  test("is left alone while it says the same, and keeps what others say", () => {
    const other = { type: "Reconciled", status: "True" };
    const told = judgedStatus(object({ conditions: [other], addresses: ["x"] }), [missing, missing], 0);
    assert.equal(judgedStatus(told, [missing], 5000), told);
    const { conditions = [], ...rest } = statusOf(told);
    const moved = { ...told, status: { ...rest, conditions: [...conditions].reverse() } };
    assert.equal(judgedStatus(moved, [missing], 5000), moved);
    assert.deepEqual([conditions[0], (rest as { addresses?: unknown }).addresses], [other, ["x"]]);
    assert.equal(rest.validationMessages?.length, 1, "of each sort one");
    const mended = judgedStatus(told, [], 5000);
    assert.equal(statusOf(mended).validationMessages, undefined);
    assert.equal(statusOf(mended).conditions?.[1]?.lastTransitionTime, "1970-01-01T00:00:05Z");
    const changed = judgedStatus({ ...mended, metadata: { ...mended.metadata, generation: 2 } }, [], 9000);
    assert.deepEqual(
      [statusOf(changed).observedGeneration, statusOf(changed).conditions?.[1]?.lastTransitionTime],
      [2, "1970-01-01T00:00:05Z"],
    );
  });
});
