import type { Check } from "../schema/schema.ts";

const label = /^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$/;

/** Whether the text is a host name of dot-separated labels, each up to 63 characters; a final dot is allowed. */
export function isFqdn(text: string): boolean {
  if (text === "" || text.length > 255) return false;
  return text
    .replace(/\.$/, "")
    .split(".")
    .every((part) => part.length <= 63 && label.test(part));
}

export interface HostnameRule {
  /** `none`: no `*` at all; `prefix`: `*` alone or as the whole first label. */
  readonly wildcard: "none" | "prefix";
  /** `*` alone is allowed. Default: yes where wildcards are. */
  readonly any?: boolean;
}

/** A host name, with the wildcard where the rule allows it. */
export function isHostname(rule: HostnameRule): Check<string> {
  return (text, report) => {
    const star = text.lastIndexOf("*");
    if (star < 0) {
      if (!isFqdn(text)) report("FW0204", `must be a host name, not '${text}'`);
      return;
    }
    if (rule.wildcard === "none") report("FW0205", `must not contain a wildcard: '${text}'`);
    else if (text === "*") {
      if (rule.any === false) report("FW0205", "must not be '*' alone: name a domain, such as '*.example.com'");
    } else if (star !== 0 || text[1] !== ".") {
      report("FW0205", `must have '*' only as its whole first label, as in '*.example.com', not '${text}'`);
    } else if (!isFqdn(text.slice(2))) report("FW0204", `must be a host name after '*.', not '${text}'`);
  };
}
