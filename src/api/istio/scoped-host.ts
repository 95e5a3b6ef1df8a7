import { validIp } from "../checks/address.ts";
import type { Check } from "../schema/schema.ts";
import { hasPartialWildcard, validName, validWildcardHost } from "./host.ts";

/** Whether the host can be named by gateways and sidecars: `*`, or a host name with at least one dot. */
function validFullHost(host: string): boolean {
  if (host === "*") return true;
  return host.includes(".") && !hasPartialWildcard(host) && validWildcardHost(host);
}

/** A host of a gateway's server: a host name, wildcard or address, or one of them after `namespace/`. */
export const isServerHost: Check<string> = (text, report) => {
  const slash = text.indexOf("/");
  const namespace = text.slice(0, Math.max(slash, 0));
  const host = text.slice(slash + 1);
  if (slash >= 0 && namespace !== "*" && namespace !== "." && !validName(namespace)) {
    report("FW0310", `must have a namespace, '*' or '.' before the slash, not '${text}'`);
  }
  if (!validFullHost(host) && !validIp(host)) {
    report("FW0310", `must be a host name with a dot, '*.' and such a name, '*' or an address, not '${text}'`);
  }
};

/** A host that a sidecar imports: `namespace/host`, or `~namespace/host` for one that it leaves out. */
export const isImportedHost: Check<string> = (text, report) => {
  const slash = text.indexOf("/");
  if (slash < 0) return report("FW0310", `must be 'namespace/host', such as './*', not '${text}'`);
  const namespace = text.slice(0, slash).replace(/^~(?=.)/, "");
  if (!["*", ".", "~"].includes(namespace) && !validName(namespace)) {
    report("FW0310", `must have a namespace, '*', '.' or '~' before the slash, not '${text}'`);
  }
  if (!validFullHost(text.slice(slash + 1))) {
    report("FW0310", `must have a host name with a dot, '*.' and such a name, or '*' after the slash, not '${text}'`);
  }
};
