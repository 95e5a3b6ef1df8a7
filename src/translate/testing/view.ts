import type { MeshConfig, Resource } from "../../api/index.ts";
import { type Proxy as MeshProxy, parseProxy, type Service } from "../../core/index.ts";
import { buildSnapshot, meshSettings, type ServiceSource } from "../../mesh/index.ts";
import { registryOf } from "../../mesh/testing/configs.ts";
import { type View, viewOf } from "../view.ts";

/** What a view for tests is made of. */
export interface ViewFixture {
  readonly resources?: readonly Resource[];
  readonly services?: readonly Service[];
  /** The services' ports that lead to the proxy's workload. */
  readonly targets?: ReturnType<ServiceSource["serviceTargets"]>;
  readonly config?: MeshConfig;
  readonly metadata?: { readonly [key: string]: unknown };
  readonly type?: "sidecar" | "router";
}

/** A proxy of Istio's build in the namespace `app`, at 10.0.0.1, with the label `app: web`. */
export function proxyFor({ metadata = {}, type = "sidecar" }: ViewFixture = {}): MeshProxy {
  return parseProxy({
    id: `${type}~10.0.0.1~web-1.app~app.svc.cluster.local`,
    metadata: { ISTIO_VERSION: "1.31.0", LABELS: { app: "web" }, ...metadata },
  });
}

/** The view of that proxy. */
export function viewFor(fixture: ViewFixture = {}): View {
  const { resources = [], services = [], targets = [], config } = fixture;
  const registry: ServiceSource = { ...registryOf(...services), serviceTargets: () => targets };
  const settings = meshSettings(config ? { config } : {});
  return viewOf(buildSnapshot({ settings, registry, resources, now: 0 }), proxyFor(fixture));
}
