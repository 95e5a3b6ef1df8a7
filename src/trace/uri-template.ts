import { RE2JS } from "re2js";

const literal = "[a-zA-Z0-9\\-._~%!$&'()+,;:@=]";

/**
 * Whether a path fits a template of Envoy's `uri_template` matcher: `*` is one segment, `**` any number of them, and
 * `{name}` or `{name=pattern}` the same with a name.
 */
export function matchesTemplate(template: string, path: string): boolean {
  const pattern = template
    .replace(/\{[^}=]+\}/g, "*")
    .replace(/\{[^}=]+=([^}]*)\}/g, "$1")
    .split(/(\*\*|\*)/)
    .map((part) => (part === "**" ? `(?:${literal}|/)*` : part === "*" ? `${literal}+` : RE2JS.quote(part)))
    .join("");
  return RE2JS.compile(pattern).matcher(path).matches();
}
