import { re2Fault } from "../checks/regex.ts";
import { choice, list, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { servicesHavePort, weightedBackendFields } from "./backend-ref.ts";
import { headerFilter } from "./header-filter.ts";
import { unrepeated } from "./http-filter.ts";
import { headerName, isUsableRegex, sectionName } from "./names.ts";
import { localObjectRef } from "./object-ref.ts";
import { requestMirror } from "./request-mirror.ts";
import { sessionPersistence } from "./session-persistence.ts";
import { union } from "./union.ts";

const fieldOfType = {
  RequestHeaderModifier: "requestHeaderModifier",
  ResponseHeaderModifier: "responseHeaderModifier",
  RequestMirror: "requestMirror",
  ExtensionRef: "extensionRef",
} as const;

/** One step of what happens to a call on its way. */
export const grpcFilter = obj(
  {
    type: req(
      0,
      choice(["ResponseHeaderModifier", "RequestHeaderModifier", "RequestMirror", "ExtensionRef"]),
      "What the filter does; the field of that name holds its settings.",
    ),
    requestHeaderModifier: opt(0, headerFilter, "Changes the call's headers."),
    responseHeaderModifier: opt(0, headerFilter, "Changes the response's headers."),
    requestMirror: opt(0, requestMirror, "Sends copies of the call to a further backend."),
    extensionRef: opt(0, localObjectRef, "Filter of an implementation's own kind."),
  },
  { checks: [union(fieldOfType)] },
);

const grpcFilters = list(grpcFilter, {
  maxItems: 16,
  checks: [unrepeated("RequestHeaderModifier", "ResponseHeaderModifier")],
});

/** A backend with its share of the calls and what happens to calls that go there. */
export const grpcBackendRef = obj(
  { ...weightedBackendFields, filters: opt(0, grpcFilters, "Filters for the calls that go to this backend.") },
  { checks: [servicesHavePort] },
);

const forms = {
  service: /^\.?[a-z_][a-z_0-9]*(\.[a-z_][a-z_0-9]*)*$/i,
  method: /^[a-z_][a-z_0-9]*$/i,
} as const;

interface Method {
  readonly type?: string | undefined;
  readonly service?: string | undefined;
  readonly method?: string | undefined;
}

const namesMethod: Check<Method> = (match, report) => {
  if (match.service === undefined && match.method === undefined) {
    report("FW0714", "must have `service`, `method` or both");
  }
  for (const part of ["service", "method"] as const) {
    const text = match[part];
    if (text === undefined) continue;
    if (match.type === "RegularExpression") {
      const fault = re2Fault(text);
      if (fault !== undefined) report("FW0717", `should be a regular expression of RE2: ${fault}`, part);
    } else if (!forms[part].test(text)) {
      report("FW0714", `must be the name of a ${part} as in protobuf, not '${text}'`, part);
    }
  }
};

/** Which gRPC methods a match takes. */
export const grpcMethodMatch = obj(
  {
    type: opt(
      0,
      choice(["Exact", "RegularExpression"]),
      "How the names are compared: 'Exact' (default) or 'RegularExpression'.",
      { default: "Exact" },
    ),
    service: opt(0, str({ maxLength: 1024 }), "Full name of the service, such as 'shop.v1.Cart'; absent: any."),
    method: opt(0, str({ maxLength: 1024 }), "Name of the method; absent: any."),
  },
  { checks: [namesMethod] },
);

/** Which headers of a call a match takes. */
export const grpcHeaderMatch = obj(
  {
    type: opt(
      0,
      choice(["Exact", "RegularExpression"]),
      "How the value is compared: 'Exact' (default) or 'RegularExpression'.",
      { default: "Exact" },
    ),
    name: req(0, headerName, "Name of the header; upper and lower case are the same."),
    value: req(0, str({ minLength: 1, maxLength: 4096 }), "What the value is compared with."),
  },
  { checks: [isUsableRegex] },
);

/** What a call must be like: all of the conditions hold. */
export const grpcRouteMatch = obj({
  method: opt(0, grpcMethodMatch, "Which service and method; absent: any."),
  headers: opt(0, list(grpcHeaderMatch, { maxItems: 16, keys: ["name"] }), "Headers that must all match."),
});

/** Which calls go where, and what happens to them on the way. */
export const grpcRouteRule = obj({
  name: opt(0, sectionName, "Name of the rule, unique in the route."),
  matches: opt(
    0,
    list(grpcRouteMatch, { maxItems: 64 }),
    "Which calls: those that fulfil one of the matches; absent: all.",
  ),
  filters: opt(0, grpcFilters, "What happens to the calls, in the proxy's order."),
  backendRefs: opt(
    0,
    list(grpcBackendRef, { maxItems: 16 }),
    "Where the calls go, by weight; without one they fail as unavailable.",
  ),
  sessionPersistence: opt(0, sessionPersistence, "Keeps the calls of one client with the same backend."),
});

export interface GrpcFilter extends Infer<typeof grpcFilter> {}
export interface GrpcBackendRef extends Infer<typeof grpcBackendRef> {}
export interface GrpcMethodMatch extends Infer<typeof grpcMethodMatch> {}
export interface GrpcHeaderMatch extends Infer<typeof grpcHeaderMatch> {}
export interface GrpcRouteMatch extends Infer<typeof grpcRouteMatch> {}
export interface GrpcRouteRule extends Infer<typeof grpcRouteRule> {}
