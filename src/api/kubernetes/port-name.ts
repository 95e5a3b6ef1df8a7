import { isPort } from "../checks/address.ts";
import { validDnsLabel } from "../checks/names.ts";
import type { Check } from "../schema/schema.ts";

/** Whether the text names a container's port: up to 15 lower-case letters, digits and single hyphens, with a letter. */
export function validPortName(text: string): boolean {
  return text.length <= 15 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && /[a-z]/.test(text);
}

/** The number or the name of a container's port. */
export const isPortReference: Check<number | string> = (value, report) => {
  if (typeof value === "number") isPort(value, report);
  else if (!validPortName(value)) {
    report("FW0643", `must be a port number or up to 15 lower-case letters, digits and single hyphens, not '${value}'`);
  }
};

/** A port's name where it stands in a Service or its endpoints: a DNS label, or empty. */
export const isServicePortName: Check<string> = (text, report) => {
  if (text !== "" && !validDnsLabel(text)) {
    report("FW0643", `must be up to 63 lower-case letters, digits and hyphens, not '${text}'`);
  }
};
