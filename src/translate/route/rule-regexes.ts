import { type HttpMatchRequest, type HttpRoute, type Path, re2Fault, type StringMatch } from "../../api/index.ts";

/** An expression that is none of RE2, and where it stands. */
interface RegexFault {
  readonly code: "FW1201";
  readonly path: Path;
  readonly message: string;
}

/** What is wrong with the expressions of a match. */
export function matchRegexFaults(match: HttpMatchRequest): readonly RegexFault[] {
  const { uri, scheme, method, authority, headers, withoutHeaders, queryParams } = match;
  return [
    ...Object.entries({ uri, scheme, method, authority }).flatMap(([name, each]) => faultOf([name], each)),
    ...Object.entries({ headers, withoutHeaders, queryParams }).flatMap(([field, map = {}]) =>
      Object.entries(map).flatMap(([name, each]) => faultOf([field, name], each)),
    ),
  ];
}

/** What is wrong with the expressions that all of a rule's requests meet. */
export function ruleRegexFaults({ rewrite, corsPolicy }: HttpRoute): readonly RegexFault[] {
  return [
    ...faultOf(["rewrite", "uriRegexRewrite"], { regex: rewrite?.uriRegexRewrite?.match }, "match"),
    ...(corsPolicy?.allowOrigins ?? []).flatMap((origin, i) => faultOf(["corsPolicy", "allowOrigins", i], origin)),
  ];
}

function faultOf(path: Path, match: StringMatch | undefined, field = "regex"): readonly RegexFault[] {
  const regex = match?.regex;
  // `*` is no expression but says that any value will do.
  const fault = regex === undefined || regex === "*" ? undefined : re2Fault(regex);
  if (fault === undefined) return [];
  return [{ code: "FW1201", path: [...path, field], message: `must be a regular expression of RE2: ${fault}` }];
}
