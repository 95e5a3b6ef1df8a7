import type { HttpFilter } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { any } from "../any.ts";

/** The end of every list of filters. */
export const router: HttpFilter = {
  name: "envoy.filters.http.router",
  typedConfig: any("envoy.extensions.filters.http.router.v3.Router", {}),
};
