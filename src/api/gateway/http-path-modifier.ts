import { choice, int64, obj, opt, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { portNumber, preciseHostname } from "./names.ts";
import { union } from "./union.ts";

/** How a path is rewritten. */
export const httpPathModifier = obj(
  {
    type: req(
      0,
      choice(["ReplaceFullPath", "ReplacePrefixMatch"]),
      "Whether the whole path is replaced, or only the prefix that the rule matched.",
    ),
    replaceFullPath: opt(0, str({ maxLength: 1024 }), "New path, with the type 'ReplaceFullPath'."),
    replacePrefixMatch: opt(
      0,
      str({ maxLength: 1024 }),
      "New prefix, with the type 'ReplacePrefixMatch'; the rule must have exactly one match, by prefix.",
    ),
  },
  { checks: [union({ ReplaceFullPath: "replaceFullPath", ReplacePrefixMatch: "replacePrefixMatch" })] },
);

/** Answers with a redirect instead of calling a backend. Parts that are absent stay as in the request. */
export const requestRedirect = obj({
  scheme: opt(0, choice(["http", "https"]), "Scheme of the new URL."),
  hostname: opt(0, preciseHostname, "Host name of the new URL."),
  path: opt(0, httpPathModifier, "How the path changes."),
  port: opt(
    0,
    portNumber,
    "Port of the new URL; absent: the scheme's usual one if `scheme` is set, else the listener's.",
  ),
  statusCode: opt(
    0,
    int64({ enum: [301, 302, 303, 307, 308] }),
    "HTTP status of the answer: 301, 302 (default), 303, 307 or 308.",
    { default: 302 },
  ),
});

/** Changes the request's host name or path before it goes to the backend. */
export const urlRewrite = obj({
  hostname: opt(0, preciseHostname, "New value of the Host header."),
  path: opt(0, httpPathModifier, "How the path changes."),
});

export interface HttpPathModifier extends Infer<typeof httpPathModifier> {}
export interface RequestRedirect extends Infer<typeof requestRedirect> {}
export interface UrlRewrite extends Infer<typeof urlRewrite> {}
