import { choice, list, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { httpMethods } from "./http-cors.ts";
import { headerName, headerValue, isUsableRegex } from "./names.ts";

const forbidden = ["//", "/./", "/../", "%2f", "%2F", "#"];
const plainPath = /^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})+$/;

const isPlainPath: Check<{ readonly type?: string | undefined; readonly value?: string | undefined }> = (
  { type, value = "/" },
  report,
) => {
  if (type !== "Exact" && type !== "PathPrefix") return;
  const tell = (message: string) => report("FW0705", `${message}, not '${value}'`, "value");
  if (!value.startsWith("/")) tell("must start with '/'");
  for (const part of forbidden) if (value.includes(part)) tell(`must not contain '${part}'`);
  for (const end of ["/..", "/."]) if (value.endsWith(end)) tell(`must not end with '${end}'`);
  if (!plainPath.test(value)) tell("must consist of the characters of a URL path");
};

const matchType = choice(["Exact", "RegularExpression"]);

/** Which paths a match takes. */
export const httpPathMatch = obj(
  {
    type: opt(
      0,
      choice(["Exact", "PathPrefix", "RegularExpression"]),
      "How the path is compared: 'Exact', 'PathPrefix' (by whole segments; default) or 'RegularExpression'.",
      { default: "PathPrefix" },
    ),
    value: opt(0, str({ maxLength: 1024 }), "What it is compared with; default '/'.", { default: "/" }),
  },
  { checks: [isPlainPath, isUsableRegex] },
);

/** Which headers a match takes. */
export const httpHeaderMatch = obj(
  {
    type: opt(0, matchType, "How the value is compared: 'Exact' (default) or 'RegularExpression'.", {
      default: "Exact",
    }),
    name: req(0, headerName, "Name of the header; upper and lower case are the same."),
    value: req(0, headerValue, "What the value is compared with."),
  },
  { checks: [isUsableRegex] },
);

/** Which query parameters a match takes. */
export const httpQueryParamMatch = obj(
  {
    type: opt(0, matchType, "How the value is compared: 'Exact' (default) or 'RegularExpression'.", {
      default: "Exact",
    }),
    name: req(0, headerName, "Name of the parameter; upper and lower case differ."),
    value: req(0, str({ minLength: 1, maxLength: 1024 }), "What the value is compared with."),
  },
  { checks: [isUsableRegex] },
);

/** What a request must be like: all of the conditions hold. */
export const httpRouteMatch = obj({
  path: opt(0, httpPathMatch, "Which paths; default: all.", { default: { type: "PathPrefix", value: "/" } }),
  headers: opt(0, list(httpHeaderMatch, { maxItems: 16, keys: ["name"] }), "Headers that must all match."),
  queryParams: opt(
    0,
    list(httpQueryParamMatch, { maxItems: 16, keys: ["name"] }),
    "Query parameters that must all match.",
  ),
  method: opt(0, choice(httpMethods), "HTTP method that the request must have; absent: any."),
});

export interface HttpPathMatch extends Infer<typeof httpPathMatch> {}
export interface HttpHeaderMatch extends Infer<typeof httpHeaderMatch> {}
export interface HttpQueryParamMatch extends Infer<typeof httpQueryParamMatch> {}
export interface HttpRouteMatch extends Infer<typeof httpRouteMatch> {}
