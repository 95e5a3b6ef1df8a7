import { isDnsSubdomain } from "../checks/names.ts";
import { list, obj, opt, ptr, req, str } from "../schema/build.ts";
import { ipAddress } from "../schema/formats.ts";
import type { Check } from "../schema/schema.ts";

/** A line of the pod's hosts file. */
export const hostAlias = obj({
  ip: req(1, ipAddress(), "The address."),
  hostnames: opt(2, list(str({ checks: [isDnsSubdomain] })), "Host names for the address."),
});

/** A domain; underscores and a final dot are in use, and a single dot empties the search list. */
const isSearchDomain: Check<string> = (domain, report) => {
  if (domain === "." || (domain.length <= 254 && /^[a-z0-9_]([-a-z0-9_.]*[a-z0-9_])?\.?$/.test(domain))) return;
  report("FW0214", `must be lower-case letters, digits, hyphens and dots, not '${domain}'`);
};

const dnsOption = obj({
  name: opt(1, str(), "Name of the option, such as 'ndots'; needed."),
  value: ptr(2, str(), "Value of the option, if it has one."),
});

/** Lines for the pod's resolv.conf, besides those that `dnsPolicy` makes. */
export const podDnsConfig = obj({
  nameservers: opt(1, list(ipAddress(), { maxItems: 3 }), "Addresses of name servers; at most 3."),
  searches: opt(2, list(str({ checks: [isSearchDomain] }), { maxItems: 32 }), "Search domains; at most 32."),
  options: opt(3, list(dnsOption), "Options of the resolver."),
});
