import { parseProxy } from "../../core/index.ts";
import type { ConnectedClient } from "../delivery-events.ts";
import { ResourceSet } from "../resource-set.ts";

/** The stream of a sidecar in the namespace `app` that has and watches nothing, but for what is said of it. */
export function connectedClient(name: string, facts: Partial<ConnectedClient> = {}): ConnectedClient {
  const id = `sidecar~10.0.0.1~${name}.app~app.svc.cluster.local`;
  return {
    id: `${id}-1`,
    proxy: parseProxy({ id }),
    peer: { address: "", encrypted: false, identities: [] },
    agent: "",
    connectedAt: 0,
    versionName: "",
    subscriptions: [],
    reached: () => 0,
    lastSent: () => [],
    resources: (type) => ResourceSet.empty(type),
    ...facts,
  };
}
