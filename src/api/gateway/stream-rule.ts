import { list, obj, opt, req } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { backendRef } from "./backend-ref.ts";
import { sectionName } from "./names.ts";
import { uniqueRuleNames } from "./route-rules.ts";

/** Where the connections of a TCPRoute or TLSRoute go. */
export const streamRouteRule = obj({
  name: opt(0, sectionName, "Name of the rule, unique in the route."),
  backendRefs: req(
    0,
    list(backendRef, { minItems: 1, maxItems: 16 }),
    "Where the connections go, by weight; those for a backend that cannot be used are refused.",
  ),
});

/** The rules of these routes: just one. */
export const streamRules = list(streamRouteRule, { minItems: 1, maxItems: 1 });

/** The rules as the kinds' first versions had them: several, of which no proxy could use more than one. */
export const alphaStreamRules = list(streamRouteRule, { minItems: 1, maxItems: 16, checks: [uniqueRuleNames] });

export interface StreamRouteRule extends Infer<typeof streamRouteRule> {}
