import { areLabels } from "../checks/names.ts";
import { bool, list, map, obj, opt, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { isGatewayName } from "./gateway-name.ts";
import { hasMatchableHeaders } from "./header-name.ts";
import { isNameIfSet } from "./host.ts";
import { portIfSet } from "./port-number.ts";
import { absenceMatch, pathMatch, stringMatch } from "./string-match.ts";

/** Conditions on a request, all of which must hold. */
export const httpMatchRequest = obj({
  name: opt(11, str(), "Name of the match, which becomes part of the route's name in logs."),
  uri: opt(1, pathMatch, "Condition on the path; case matters unless `ignoreUriCase` is set."),
  scheme: opt(2, stringMatch, "Condition on the scheme."),
  method: opt(3, stringMatch, "Condition on the method."),
  authority: opt(4, stringMatch, "Condition on the host that the request is for."),
  headers: opt(
    5,
    map(stringMatch, { checks: [hasMatchableHeaders] }),
    "Conditions by lower-case header name; an empty condition wants the header to be there.",
  ),
  port: opt(6, portIfSet, "Port that the request came to."),
  sourceLabels: opt(7, map(str(), { checks: [areLabels] }), "Labels that the calling workload must have."),
  gateways: opt(
    8,
    list(str({ checks: [isGatewayName] })),
    "Gateways that the match is for, instead of those of the virtual service.",
  ),
  queryParams: opt(9, map(stringMatch), "Conditions by the name of a query parameter."),
  ignoreUriCase: opt(10, bool(), "Compare `exact` and `prefix` of `uri` without regard to case. Default: false."),
  withoutHeaders: opt(
    12,
    map(absenceMatch, { checks: [hasMatchableHeaders] }),
    "Conditions by header name that must not hold; an empty condition wants the header to be absent.",
  ),
  sourceNamespace: opt(13, str({ checks: [isNameIfSet] }), "Namespace that the calling workload must be in."),
  statPrefix: opt(14, str(), "Prefix of the statistics kept for the route; absent: none are kept."),
});

export interface HttpMatchRequest extends Infer<typeof httpMatchRequest> {}
