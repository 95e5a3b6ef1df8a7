import { BlockList, isIPv6 } from "node:net";
import { validIp } from "../checks/address.ts";
import type { Check } from "../schema/schema.ts";

/** Ranges that never lead from one host to another: unspecified, loopback and link-local ones. */
const unreachable = blockListOf([
  ["0.0.0.0", 32],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["224.0.0.0", 24],
  ["::", 128],
  ["::1", 128],
  ["fe80::", 10],
  ["ff02::", 16],
]);

function blockListOf(ranges: readonly (readonly [address: string, bits: number])[]): BlockList {
  const blocks = new BlockList();
  for (const [address, bits] of ranges) blocks.addSubnet(address, bits, familyOf(address));
  return blocks;
}

function familyOf(ip: string): "ipv4" | "ipv6" {
  return isIPv6(ip) ? "ipv6" : "ipv4";
}

/** An IP address that other hosts can reach: not unspecified, loopback or link-local. */
export const isRoutableIp: Check<string> = (text, report) => {
  if (!validIp(text)) report("FW0206", `must be an IP address, not '${text}'`);
  else if (unreachable.check(text, familyOf(text))) {
    report("FW0645", `must not be an unspecified, loopback or link-local address: '${text}'`);
  }
};
