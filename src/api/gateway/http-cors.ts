import { bool, choice, int32, list, obj, opt, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { headerName } from "./names.ts";

const wildcardAlone: Check<readonly string[]> = (values, report) => {
  if (values.includes("*") && values.length > 1) report("FW0713", "must not hold other values beside '*'");
};

const origin = str({
  minLength: 1,
  maxLength: 253,
  pattern: "(^\\*$)|(^(http(s)?):\\/\\/(((\\*\\.)?([a-zA-Z0-9\\-]+\\.)*[a-zA-Z0-9-]+|\\*)(:([0-9]{1,5}))?)$)",
});

/** Words of HTTP methods that these kinds know. */
export const httpMethods = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"] as const;

/** Which pages of other origins may call this route from a browser. */
export const httpCors = obj({
  allowOrigins: opt(
    0,
    list(origin, { maxItems: 64, listType: "set", checks: [wildcardAlone] }),
    "Origins that may call, such as 'https://shop.example.com' or 'https://*.example.com'; '*' for all.",
  ),
  allowCredentials: opt(0, bool(), "Whether the browser may send cookies and other credentials."),
  allowMethods: opt(
    0,
    list(choice([...httpMethods, "*"]), { maxItems: 9, listType: "set", checks: [wildcardAlone] }),
    "Methods that may be used; '*' for all.",
  ),
  allowHeaders: opt(
    0,
    list(headerName, { maxItems: 64, listType: "set", checks: [wildcardAlone] }),
    "Request headers that may be sent; '*' for all.",
  ),
  exposeHeaders: opt(
    0,
    list(headerName, { maxItems: 64, listType: "set" }),
    "Response headers that the page may read.",
  ),
  maxAge: opt(0, int32({ min: 1 }), "Seconds a browser may keep the answer to a preflight request; default 5.", {
    default: 5,
  }),
});

export interface HttpCors extends Infer<typeof httpCors> {}
