import { parseDuration } from "../../base/duration.ts";
import { bool, choice, list, obj, opt, str } from "../schema/build.ts";
import type { Check, Infer, StringSchema } from "../schema/schema.ts";
import { isHeaderNameOrStar } from "./header-name.ts";
import { msDuration } from "./ms-duration.ts";
import { originMatch } from "./string-match.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE", "*"];

const isMethod: Check<string> = (method, report) => {
  if (!methods.includes(method)) report("FW0215", `must be one of ${methods.join(", ")}, not '${method}'`);
};

const isWholeSeconds: Check<string> = (text, report) => {
  if (Math.round(parseDuration(text) ?? 0) % 1000 !== 0) report("FW0201", `must be whole seconds, not '${text}'`);
};

const ms = msDuration();
const wholeSeconds: StringSchema = { ...ms, checks: [...ms.checks, isWholeSeconds] };
const headerNames = list(str({ checks: [isHeaderNameOrStar] }));

/** Which other origins' pages may call, as browsers enforce it (CORS). */
export const corsPolicy = obj({
  allowOrigin: opt(1, list(str()), "Origins that may call, in full, or `*`.", { deprecated: "use `allowOrigins`" }),
  allowOrigins: opt(7, list(originMatch), "Origins that may call; the caller's must match one of them."),
  allowMethods: opt(2, list(str({ checks: [isMethod] })), "Methods that may be used."),
  allowHeaders: opt(3, headerNames, "Headers that requests may carry."),
  exposeHeaders: opt(4, headerNames, "Headers of the response that the page may read."),
  maxAge: opt(5, wholeSeconds, "How long browsers may keep the answer of a preflight request."),
  allowCredentials: opt(
    6,
    bool({ wrapped: true, nullable: true }),
    "Whether requests may carry credentials such as cookies. Default: false.",
  ),
  unmatchedPreflights: opt(
    8,
    choice({ UNSPECIFIED: 0, FORWARD: 1, IGNORE: 2 }),
    "What becomes of preflight requests of other origins: forwarded (default), or answered without CORS headers.",
  ),
});

export interface CorsPolicy extends Infer<typeof corsPolicy> {}
