import { validIp } from "../checks/address.ts";
import type { Check } from "../schema/schema.ts";

const label = /^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$/;
const firstLabel = /^(\*|(\*-?)?[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?)$/;

/** Up to 63 letters of any case, digits and hyphens: the names of subsets, ports and namespaces in Istio's kinds. */
export function validName(text: string): boolean {
  return text.length <= 63 && label.test(text);
}

/** A name of a subset, port or namespace. */
export const isName: Check<string> = (text, report) => {
  if (!validName(text)) report("FW0214", `must be up to 63 letters, digits and hyphens, not '${text}'`);
};

/** As `isName`; empty text counts as absent. */
export const isNameIfSet: Check<string> = (text, report) => {
  if (text !== "") isName(text, report);
};

/** Whether the text is a host name without wildcards. Its last label is not a number; a final dot is allowed. */
export function validHost(text: string): boolean {
  if (text === "" || text.length > 255) return false;
  const labels = text.split(".");
  const last = labels.at(-1) ?? "";
  if (/^[+-]?\d+$/.test(last)) return false;
  return (last === "" ? labels.slice(0, -1) : labels).every(validName);
}

/** As `validHost`, but the first label may be `*`, or begin with `*` or `*-`. */
export function validWildcardHost(text: string): boolean {
  if (text === "" || text.length > 255) return false;
  const dot = text.indexOf(".");
  const first = dot < 0 ? text : text.slice(0, dot);
  if (first.length > 63 || !firstLabel.test(first)) return false;
  return dot < 0 || dot === text.length - 1 || validHost(text.slice(dot + 1));
}

/** Whether the wildcard stands for a part of the first label only, as in `*-api.example.com`. */
export function hasPartialWildcard(text: string): boolean {
  return text.includes("*") && text !== "*" && !text.startsWith("*.");
}

/** A host name without wildcards. */
export const isHost: Check<string> = (text, report) => {
  if (text.includes("*")) report("FW0205", `must not contain a wildcard: '${text}'`);
  else if (!validHost(text)) report("FW0204", `must be a host name, not '${text}'`);
};

/** A host name, or one with a wildcard at its beginning. */
export const isWildcardHost: Check<string> = (text, report) => {
  if (validWildcardHost(text)) return;
  if (text.includes("*")) {
    report("FW0205", `must have '*' only at the beginning of a host name, as in '*.example.com', not '${text}'`);
  } else report("FW0204", `must be a host name, not '${text}'`);
};

/** As `isWildcardHost`, but not `*` alone. */
export const isHostOfDomain: Check<string> = (text, report) => {
  if (text === "*") report("FW0205", "must not be '*' alone: name a domain, such as '*.example.com'");
  else isWildcardHost(text, report);
};

/** A host name without wildcards, or an IP address. */
export const isHostOrIp: Check<string> = (text, report) => {
  if (!validHost(text) && !validIp(text)) report("FW0204", `must be a host name or an IP address, not '${text}'`);
};

/** Whether every name that `narrow` stands for is one of `wide`'s. */
export function covers(wide: string, narrow: string): boolean {
  if (!wide.startsWith("*")) return wide === narrow;
  return (narrow.startsWith("*") ? narrow.slice(1) : narrow).endsWith(wide.slice(1));
}
