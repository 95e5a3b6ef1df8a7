import { list, obj, opt, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { headerName, headerValue } from "./names.ts";

/** A header with the value to give it. */
export const httpHeader = obj({
  name: req(0, headerName, "Name of the header; upper and lower case are the same."),
  value: req(0, headerValue, "Value of the header."),
});

/** Changes of a request's or response's headers. */
export const headerFilter = obj({
  set: opt(0, list(httpHeader, { maxItems: 16, keys: ["name"] }), "Headers to set, in place of what they held."),
  add: opt(0, list(httpHeader, { maxItems: 16, keys: ["name"] }), "Headers to add a value to."),
  remove: opt(0, list(str(), { maxItems: 16, listType: "set" }), "Names of headers to remove."),
});

export interface HttpHeader extends Infer<typeof httpHeader> {}
export interface HeaderFilter extends Infer<typeof headerFilter> {}
