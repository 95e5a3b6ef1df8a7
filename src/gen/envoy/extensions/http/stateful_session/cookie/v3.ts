// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Cookie as envoy_type_http_v3_Cookie } from "../../../../type/http/v3.ts";

export interface CookieBasedSessionState {
  readonly cookie?: envoy_type_http_v3_Cookie | undefined;
}
