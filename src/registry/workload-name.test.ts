import assert from "node:assert/strict";
import { test } from "node:test";
import type { Pod } from "../api/index.ts";
import { workloadName } from "./workload-name.ts";

test("the name of what runs a pod", () => {
  const cases = [
    [undefined, {}, "pod-1"],
    [{ kind: "ReplicaSet", name: "web-5d4f" }, { "pod-template-hash": "5d4f" }, "web"],
    [{ kind: "ReplicaSet", name: "web-5d4f" }, {}, "web-5d4f"],
    [{ kind: "ReplicaSet", name: "web-77" }, { "rollouts-pod-template-hash": "77" }, "web"],
    [{ kind: "StatefulSet", name: "db" }, {}, "db"],
    [{ kind: "Job", name: "backup-28000000" }, {}, "backup"],
    [{ kind: "Job", name: "once" }, {}, "once"],
    [{ kind: "ReplicationController", name: "web-3" }, { deploymentconfig: "web" }, "web"],
  ] as const;
  for (const [owner, labels, expected] of cases) {
    const ownerReferences = owner ? [{ apiVersion: "v1", uid: "1", controller: true, ...owner }] : [];
    const pod: Pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "pod-1", labels, ownerReferences },
      spec: { containers: [] },
    };
    assert.equal(workloadName(pod), expected);
  }
});
