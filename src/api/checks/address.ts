import { isIP, isIPv4 } from "node:net";
import type { Check } from "../schema/schema.ts";

/** An IPv4 or IPv6 address without a zone. */
export const isIpAddress: Check<string> = (text, report) => {
  if (!validIp(text)) report("FW0206", `must be an IP address, not '${text}'`);
};

/** An address range in CIDR notation. */
export const isCidr: Check<string> = (text, report) => {
  if (!validCidr(text)) report("FW0207", `must be an address range such as '10.0.0.0/8', not '${text}'`);
};

/** An IP address or an address range. */
export const isIpOrCidr: Check<string> = (text, report) => {
  if (!validIp(text) && !validCidr(text)) report("FW0207", `must be an IP address or a range, not '${text}'`);
};

/** Whether the text is an IP address; zones (`fe80::1%eth0`) are not. */
export function validIp(text: string): boolean {
  return isIP(text) !== 0 && !text.includes("%");
}

/** Whether the text is an address range in CIDR notation. */
export function validCidr(text: string): boolean {
  const slash = text.indexOf("/");
  if (slash < 0) return false;
  const ip = text.slice(0, slash);
  const bits = text.slice(slash + 1);
  return validIp(ip) && /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (isIPv4(ip) ? 32 : 128);
}

/** A port from 1 to 65535. */
export const isPort: Check<number> = (port, report) => {
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    report("FW0203", `must be a port from 1 to 65535, not ${port}`);
};
