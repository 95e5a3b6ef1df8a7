import type { MeshConfig } from "../../api/index.ts";
import type { HttpConnectionManager_Tracing } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";

/** Something of the mesh's configuration that telemetry refers to by name. */
export type ExtensionProvider = NonNullable<MeshConfig["extensionProviders"]>[number];

/** What a provider adds to a proxy's tracing. */
export interface ProviderTracing
  extends Pick<HttpConnectionManager_Tracing, "provider" | "maxPathTagLength" | "spawnUpstreamSpan"> {
  /** The provider decides itself which requests are traced. */
  readonly sampler?: boolean;
}
