// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { FaultDelay as envoy_extensions_filters_common_fault_v3_FaultDelay } from "../../common/fault/v3.ts";

export interface MongoProxy {
  readonly statPrefix?: string | undefined;
  readonly accessLog?: string | undefined;
  readonly delay?: envoy_extensions_filters_common_fault_v3_FaultDelay | undefined;
  readonly emitDynamicMetadata?: boolean | undefined;
  readonly commands?: readonly string[] | undefined;
  readonly maxBsonDepth?: number | undefined;
}
