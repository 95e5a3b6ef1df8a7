import assert from "node:assert/strict";
import type { PodMesh } from "./pod-mesh.ts";

/** Asserts that no Envoy of the mesh refused anything that it was sent. */
export async function assertAccepted(mesh: PodMesh): Promise<void> {
  for (const pod of mesh.pods.filter(({ sidecar }) => sidecar)) {
    const refused = await pod.stats("update_rejected$");
    assert.ok(refused.size > 0);
    assert.deepEqual(
      [...refused].filter(([, value]) => value > 0),
      [],
      `${pod.facts.name}: ${pod.sidecar?.log().slice(-2000)}`,
    );
  }
}
