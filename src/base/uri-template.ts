import { escapeRegex } from "./escape-regex.ts";

/** A character of a path's segment, as Envoy's `uri_template` matcher has it. */
const literal = "[a-zA-Z0-9\\-._~%!$&'()+,;:@=]";

/**
 * The regular expression, in RE2's syntax, of a template of Envoy's `uri_template` matcher: `*` is one segment, `**` any
 * number of them, and `{name}` or `{name=pattern}` the same with a name. It is meant for a path as a whole.
 */
export function uriTemplateRegex(template: string): string {
  return template
    .replace(/\{[^}=]+\}/g, "*")
    .replace(/\{[^}=]+=([^}]*)\}/g, "$1")
    .split(/(\*\*|\*)/)
    .map((part) => (part === "**" ? `(?:${literal}|/)*` : part === "*" ? `${literal}+` : escapeRegex(part)))
    .join("");
}
