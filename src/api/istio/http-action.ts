import { choice, obj, opt, req, str, uint32 } from "../schema/build.ts";
import { bytes } from "../schema/formats.ts";
import type { Check, Infer, InferFields } from "../schema/schema.ts";
import { isHttpStatus, isRedirectStatus } from "./http-status.ts";
import { portIfSet } from "./port-number.ts";
import { isProxyRegex } from "./string-match.ts";

const wireBounds = { min: 0, max: 4294967295 };

const isHttpScheme: Check<string> = (scheme, report) => {
  if (!["", "http", "https"].includes(scheme)) report("FW0104", `must be 'http' or 'https', not '${scheme}'`);
};

const redirectFields = {
  uri: opt(1, str(), "Path to redirect to, in place of the whole path."),
  authority: opt(2, str(), "Host to redirect to."),
  port: opt(4, portIfSet, "Port to redirect to.", { oneof: "redirect_port" }),
  derivePort: opt(
    5,
    choice({ FROM_PROTOCOL_DEFAULT: 0, FROM_REQUEST_PORT: 1 }),
    "Where the port comes from: 80 or 443 by the scheme, or the port of the request.",
    { oneof: "redirect_port" },
  ),
  scheme: opt(6, str({ checks: [isHttpScheme] }), "Scheme to redirect to: `http` or `https`."),
  redirectCode: opt(3, uint32({ ...wireBounds, checks: [isRedirectStatus] }), "Status to answer with. Default: 301."),
  prefixRewrite: opt(7, str(), "Replaces the part of the path that the route's prefix matched."),
};

const hasGoal: Check<InferFields<typeof redirectFields>> = (redirect, report) => {
  if (redirect.uri || redirect.authority || redirect.scheme) return;
  if (redirect.port !== undefined || redirect.derivePort !== undefined) return;
  report("FW0103", "must have at least one of `uri`, `authority`, `scheme`, `port` and `derivePort`");
};

/** An answer that sends the caller elsewhere. */
export const httpRedirect = obj(redirectFields, { checks: [hasGoal] });

const maxBody = 1024 * 1024;
const largeBody = 100 * 1024;

const httpBody = obj(
  {
    string: opt(1, str(), "The body as text.", { oneof: "specifier" }),
    bytes: opt(2, bytes(), "The body as base64.", { oneof: "specifier" }),
  },
  {
    checks: [
      (body, report) => {
        const size = Buffer.byteLength(body.string ?? "") + Buffer.byteLength(body.bytes ?? "", "base64");
        if (size > maxBody) report("FW0106", `must have at most ${maxBody} bytes, not ${size}`);
        else if (size > largeBody) report("FW0327", `should have at most ${largeBody} bytes, not ${size}`);
      },
    ],
  },
);

/** An answer that the proxy gives itself. */
export const httpDirectResponse = obj({
  status: req(1, uint32({ ...wireBounds, checks: [isHttpStatus] }), "HTTP status to answer with."),
  body: opt(2, httpBody, "Body of the answer. Default: empty."),
});

/** A virtual service that holds the routes for the requests matched here. */
export const delegate = obj({
  name: opt(1, str(), "Name of the virtual service, which must have no `hosts`."),
  namespace: opt(2, str(), "Its namespace. Default: that of this virtual service."),
});

const regexRewrite = obj(
  {
    match: opt(1, str({ checks: [isProxyRegex] }), "RE2 expression for the part of the path to replace."),
    rewrite: opt(2, str(), "What to put there; `\\1` and so on stand for the expression's groups."),
  },
  {
    checks: [
      (regex, report) => {
        if (!regex.match) report("FW0103", "must be set", "match");
        if (!regex.rewrite) report("FW0103", "must be set", "rewrite");
      },
    ],
  },
);

const rewriteFields = {
  uri: opt(1, str(), "Replaces the path, or the part of it that the route's prefix matched."),
  authority: opt(2, str(), "Replaces the host that the request is for."),
  uriRegexRewrite: opt(3, regexRewrite, "Replaces the part of the path that an expression matches."),
};

const hasOneRewrite: Check<InferFields<typeof rewriteFields>> = (rewrite, report) => {
  if (rewrite.uri && rewrite.uriRegexRewrite) {
    report("FW0111", "must have at most one of `uri` and `uriRegexRewrite`");
  } else if (!rewrite.uri && !rewrite.uriRegexRewrite && !rewrite.authority) {
    report("FW0103", "must have at least one of `uri`, `uriRegexRewrite` and `authority`");
  }
};

/** Changes of path and host before a request is forwarded. */
export const httpRewrite = obj(rewriteFields, { checks: [hasOneRewrite] });

export interface HttpRedirect extends Infer<typeof httpRedirect> {}
export interface HttpDirectResponse extends Infer<typeof httpDirectResponse> {}
export interface Delegate extends Infer<typeof delegate> {}
export interface HttpRewrite extends Infer<typeof httpRewrite> {}
