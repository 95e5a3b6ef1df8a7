import type { HttpRoute, Path, ProblemCode } from "../../api/index.ts";
import { isRedirectCode } from "./redirect-action.ts";
import { ruleRegexFaults } from "./rule-regexes.ts";

/** What is wrong with a rule, so that it cannot be shaped. */
export interface RuleFault {
  readonly code: ProblemCode;
  /** Where in the rule. */
  readonly path: Path;
  readonly message: string;
}

/** What is wrong with a rule, its matches aside. One fault would make proxies refuse all routes of a port. */
export function ruleFaults(rule: HttpRoute): readonly RuleFault[] {
  return [...ruleRegexFaults(rule), ...answerFaults(rule), ...forwardFaults(rule)];
}

function answerFaults({ redirect, directResponse }: HttpRoute): readonly RuleFault[] {
  if (redirect && !isRedirectCode(redirect.redirectCode ?? 0)) {
    const message = `must be 301, 302, 303, 307 or 308, not ${redirect.redirectCode}`;
    return [{ code: "FW1202", path: ["redirect", "redirectCode"], message }];
  }
  const status = directResponse?.status ?? 200;
  if (status >= 200 && status < 600) return [];
  return [{ code: "FW1202", path: ["directResponse", "status"], message: `must be from 200 to 599, not ${status}` }];
}

/** A single destination gets everything, whatever its weight. */
function forwardFaults({ redirect, directResponse, route = [] }: HttpRoute): readonly RuleFault[] {
  if (redirect || directResponse || route.length === 1 || route.some(({ weight = 0 }) => weight > 0)) return [];
  return [{ code: "FW1203", path: ["route"], message: "must have a destination whose weight is above 0" }];
}
