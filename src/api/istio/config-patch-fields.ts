import { any, choice, obj, opt } from "../schema/build.ts";
import type { InferFields } from "../schema/schema.ts";
import { envoyConfigMatch } from "./envoy-filter-match.ts";

const patch = obj({
  operation: opt(
    1,
    choice({
      INVALID: 0,
      MERGE: 1,
      ADD: 2,
      REMOVE: 3,
      INSERT_BEFORE: 4,
      INSERT_AFTER: 5,
      INSERT_FIRST: 6,
      REPLACE: 7,
      MERGE_AND_REPLACE_LIST: 8,
    }),
    "What is done with the value.",
  ),
  value: opt(2, any({ wire: "struct", object: true }), "Envoy configuration as JSON; absent with REMOVE."),
  filterClass: opt(
    3,
    choice({ UNSPECIFIED: 0, AUTHN: 1, AUTHZ: 2, STATS: 3 }),
    "Where among the filters an added one goes. Default: by the operation.",
  ),
});

/** The fields of one patch of an Envoy filter. */
export const configPatchFields = {
  applyTo: opt(
    1,
    choice({
      INVALID: 0,
      LISTENER: 1,
      FILTER_CHAIN: 2,
      NETWORK_FILTER: 3,
      HTTP_FILTER: 4,
      ROUTE_CONFIGURATION: 5,
      VIRTUAL_HOST: 6,
      HTTP_ROUTE: 7,
      CLUSTER: 8,
      EXTENSION_CONFIG: 9,
      BOOTSTRAP: 10,
      LISTENER_FILTER: 11,
    }),
    "Part of the configuration that is patched.",
  ),
  match: opt(2, envoyConfigMatch, "Which of these parts are patched. Default: all."),
  patch: opt(3, patch, "What is done to them."),
};

/** One patch of an Envoy filter. */
export interface ConfigPatch extends InferFields<typeof configPatchFields> {}
