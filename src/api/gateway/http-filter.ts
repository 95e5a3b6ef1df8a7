import { choice, list, obj, opt, req } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { externalAuth } from "./external-auth.ts";
import { headerFilter } from "./header-filter.ts";
import { httpCors } from "./http-cors.ts";
import { requestRedirect, urlRewrite } from "./http-path-modifier.ts";
import { localObjectRef } from "./object-ref.ts";
import { requestMirror } from "./request-mirror.ts";
import { union } from "./union.ts";

const fieldOfType = {
  RequestHeaderModifier: "requestHeaderModifier",
  ResponseHeaderModifier: "responseHeaderModifier",
  RequestMirror: "requestMirror",
  RequestRedirect: "requestRedirect",
  URLRewrite: "urlRewrite",
  CORS: "cors",
  ExternalAuth: "externalAuth",
  ExtensionRef: "extensionRef",
} as const;

/** One step of what happens to a request on its way. */
export const httpFilter = obj(
  {
    type: req(
      0,
      choice([
        "RequestHeaderModifier",
        "ResponseHeaderModifier",
        "RequestMirror",
        "RequestRedirect",
        "URLRewrite",
        "ExtensionRef",
        "CORS",
        "ExternalAuth",
      ]),
      "What the filter does; the field of that name holds its settings.",
    ),
    requestHeaderModifier: opt(0, headerFilter, "Changes the request's headers."),
    responseHeaderModifier: opt(0, headerFilter, "Changes the response's headers."),
    requestMirror: opt(0, requestMirror, "Sends copies of the request to a further backend."),
    requestRedirect: opt(0, requestRedirect, "Answers with a redirect."),
    urlRewrite: opt(0, urlRewrite, "Changes the request's host name or path."),
    cors: opt(0, httpCors, "Answers preflight requests of browsers and marks responses for other origins."),
    externalAuth: opt(0, externalAuth, "Asks another server whether the request may pass."),
    extensionRef: opt(0, localObjectRef, "Filter of an implementation's own kind."),
  },
  { checks: [union(fieldOfType)] },
);

/** No two filters may have one of the types. */
export function unrepeated(...types: readonly string[]): Check<readonly { readonly type: string }[]> {
  return (filters, report) => {
    filters.forEach(({ type }, index) => {
      if (types.includes(type) && filters.findIndex((f) => f.type === type) < index) {
        report("FW0702", `must not be repeated: there is a filter of the type '${type}' already`, index);
      }
    });
  };
}

const redirectOrRewrite: Check<readonly { readonly type: string }[]> = (filters, report) => {
  const has = (type: string) => filters.some((f) => f.type === type);
  if (has("RequestRedirect") && has("URLRewrite")) {
    report("FW0702", "must not have both a RequestRedirect and a URLRewrite filter");
  }
};

/** The filters of a rule or a backend. */
export const httpFilters = list(httpFilter, {
  maxItems: 16,
  checks: [
    redirectOrRewrite,
    unrepeated("CORS", "RequestHeaderModifier", "ResponseHeaderModifier", "RequestRedirect", "URLRewrite"),
  ],
});

export interface HttpFilter extends Infer<typeof httpFilter> {}
