// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { DataSource as envoy_config_core_v3_DataSource } from "../../../../config/core/v3.ts";

export interface Lua {
  readonly inlineCode?: string | undefined;
  readonly sourceCodes?: { readonly [key: string]: envoy_config_core_v3_DataSource } | undefined;
  readonly defaultSourceCode?: envoy_config_core_v3_DataSource | undefined;
  readonly statPrefix?: string | undefined;
  readonly clearRouteCache?: boolean | undefined;
  readonly filterContext?: { readonly [key: string]: unknown } | undefined;
  readonly packagePaths?: readonly string[] | undefined;
  readonly packageCpaths?: readonly string[] | undefined;
  readonly sharedVmId?: string | undefined;
}
