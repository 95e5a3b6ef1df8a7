import type { Check } from "../schema/schema.ts";

const dnsLabel = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const qualifiedPart = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/** Up to 63 of `[a-z0-9-]`, not starting or ending with a hyphen. */
export function validDnsLabel(text: string): boolean {
  return text.length <= 63 && dnsLabel.test(text);
}

/** Dot-separated DNS labels, up to 253 characters in all. */
export function validDnsSubdomain(text: string): boolean {
  return text.length <= 253 && text.split(".").every((part) => dnsLabel.test(part));
}

/** A label or annotation key: an optional DNS subdomain and a slash, then up to 63 of `[A-Za-z0-9_.-]`. */
export function validQualifiedName(text: string): boolean {
  const slash = text.indexOf("/");
  const name = text.slice(slash + 1);
  if (slash >= 0 && !validDnsSubdomain(text.slice(0, slash))) return false;
  return name.length <= 63 && qualifiedPart.test(name);
}

/** A label's value: empty, or up to 63 of `[A-Za-z0-9_.-]`. */
export function validLabelValue(text: string): boolean {
  return text === "" || (text.length <= 63 && qualifiedPart.test(text));
}

export const isDnsLabel: Check<string> = (text, report) => {
  if (!validDnsLabel(text)) report("FW0214", `must be up to 63 lower-case letters, digits and hyphens, not '${text}'`);
};

export const isDnsSubdomain: Check<string> = (text, report) => {
  if (!validDnsSubdomain(text)) {
    report("FW0214", `must be lower-case letters, digits, hyphens and dots, not '${text}'`);
  }
};

/** Keys and values of a map of labels. */
export const areLabels: Check<{ readonly [key: string]: string }> = (labels, report) => {
  for (const [key, value] of Object.entries(labels)) {
    if (!validQualifiedName(key))
      report("FW0213", `must be a label key (optional DNS prefix, then a name), not '${key}'`, key);
    else if (!validLabelValue(value)) report("FW0213", `must be up to 63 of [A-Za-z0-9_.-], not '${value}'`, key);
  }
};

/** Keys of a map of annotations; the values are free. */
export const areAnnotations: Check<{ readonly [key: string]: string }> = (annotations, report) => {
  let size = 0;
  for (const [key, value] of Object.entries(annotations)) {
    size += key.length + value.length;
    if (!validQualifiedName(key.toLowerCase())) {
      report("FW0213", `must be an annotation key (optional DNS prefix, then a name), not '${key}'`, key);
    }
  }
  if (size > 256 * 1024) report("FW0106", `must be at most 262144 bytes in all, not ${size}`);
};
