// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { SubstitutionFormatString as envoy_config_core_v3_SubstitutionFormatString } from "../../../config/core/v3.ts";

export interface FileAccessLog {
  readonly path?: string | undefined;
  readonly format?: string | undefined;
  readonly jsonFormat?: { readonly [key: string]: unknown } | undefined;
  readonly typedJsonFormat?: { readonly [key: string]: unknown } | undefined;
  readonly logFormat?: envoy_config_core_v3_SubstitutionFormatString | undefined;
}
