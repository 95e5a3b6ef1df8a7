import { exactlyOne } from "../checks/across.ts";
import { isRegex } from "../checks/regex.ts";
import { obj, opt, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";

/** Envoy bounds the size of compiled expressions; the length stands in for it. */
const maxRegexLength = 1024;

const isNotEmpty: Check<string> = (text, report) => {
  if (text === "") report("FW0106", "must not be empty");
};

/** A regular expression that proxies accept: of RE2, not empty, up to 1024 characters. */
export const isProxyRegex: Check<string> = (text, report) => {
  if (text === "") report("FW0106", "must not be empty");
  else if (text.length > maxRegexLength) {
    report("FW0106", `must have at most ${maxRegexLength} characters, not ${text.length}`);
  } else isRegex(text, report);
};

const isProxyRegexOrStar: Check<string> = (text, report) => {
  if (text !== "*") isProxyRegex(text, report);
};

interface MatchRule {
  readonly exact?: readonly Check<string>[];
  readonly prefix?: readonly Check<string>[];
  readonly regex?: readonly Check<string>[];
  readonly checks?: readonly Check<object>[];
}

function matchWith({ exact = [], prefix = [isNotEmpty], regex = [isProxyRegex], checks = [] }: MatchRule) {
  const oneof = "match_type";
  return obj(
    {
      exact: opt(1, str({ checks: exact }), "The whole text.", { oneof }),
      prefix: opt(2, str({ checks: prefix }), "What the text begins with.", { oneof }),
      regex: opt(3, str({ checks: regex }), "RE2 expression that the whole text matches.", { oneof }),
    },
    { checks },
  );
}

/** How a text must look. Without any field it only has to be there. */
export const stringMatch = matchWith({});
/** How a path must look; the empty prefix matches all. */
export const pathMatch = matchWith({ prefix: [] });
/** How a header must not look; the expression `*` means any value. */
export const absenceMatch = matchWith({ regex: [isProxyRegexOrStar] });
/** How an origin must look; one of the fields must be there. */
export const originMatch = matchWith({
  exact: [isNotEmpty],
  checks: [exactlyOne("exact", "prefix", "regex")],
});

export interface StringMatch extends Infer<typeof stringMatch> {}
