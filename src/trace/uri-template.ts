import { RE2JS } from "re2js";
import { uriTemplateRegex } from "../base/uri-template.ts";

/** Whether a path fits a template of Envoy's `uri_template` matcher. */
export function matchesTemplate(template: string, path: string): boolean {
  return RE2JS.compile(uriTemplateRegex(template)).matcher(path).matches();
}
