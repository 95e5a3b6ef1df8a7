// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { FractionalPercent as envoy_type_v3_FractionalPercent } from "../../../../type/v3.ts";

export interface FaultDelay {
  readonly fixedDelay?: string | undefined;
  readonly percentage?: envoy_type_v3_FractionalPercent | undefined;
  readonly headerDelay?: FaultDelay_HeaderDelay | undefined;
}

export interface FaultDelay_HeaderDelay {}

export interface FaultRateLimit {
  readonly fixedLimit?: FaultRateLimit_FixedLimit | undefined;
  readonly percentage?: envoy_type_v3_FractionalPercent | undefined;
  readonly headerLimit?: FaultRateLimit_HeaderLimit | undefined;
}

export interface FaultRateLimit_FixedLimit {
  readonly limitKbps?: number | string | undefined;
}

export interface FaultRateLimit_HeaderLimit {}
