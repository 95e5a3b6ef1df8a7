import { isIP } from "node:net";
import { FairwayError } from "../../base/fault.ts";
import type { Proxy as MeshProxy } from "../../core/index.ts";

/** The WorkloadEntry that a proxy says is its own. */
export interface ClaimedEntry {
  readonly namespace: string;
  readonly name: string;
  /** The WorkloadGroup from which it is made if it is not there; empty: it must be there. */
  readonly group: string;
}

/** Characters that a name of an object has at the most. */
const maxName = 253;

/**
 * What the metadata of a proxy says of its WorkloadEntry: `AUTO_REGISTER_GROUP`, else `WORKLOAD_ENTRY`. Undefined for a
 * proxy that has none, as those of pods; what cannot be understood is a BadRequest fault.
 */
export function claimedEntry(proxy: MeshProxy): ClaimedEntry | undefined {
  const group = nameIn(proxy, "AUTO_REGISTER_GROUP");
  const name = group === "" ? nameIn(proxy, "WORKLOAD_ENTRY") : registeredName(proxy, group);
  if (name === "") return undefined;
  if (proxy.namespace === "") throw unusable("NAMESPACE must be set");
  return { namespace: proxy.namespace, name, group };
}

/** `<group>-<address>[-<network>]`: the name under which a workload of a group is registered. */
function registeredName({ addresses: [address = ""], network }: MeshProxy, group: string): string {
  if (isIP(address) === 0) throw unusable(`the node id must have an IP address to register by, not '${address}'`);
  const parts = [group, address.replaceAll(":", "-"), ...(network === "" ? [] : [network])];
  const whole = parts.join("-");
  // The end tells one workload from another.
  const name = whole.slice(-maxName).replace(/^[-.]+/, "");
  // An address such as 2001:db8:: ends as no name may.
  const ended = name.endsWith("-") ? `${name.slice(1 - maxName)}0` : name;
  if (objectName.test(ended)) return ended;
  throw unusable(`NETWORK must be lower-case letters, digits, hyphens and dots to register by, not '${network}'`);
}

const objectName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

function nameIn({ metadata }: MeshProxy, field: "AUTO_REGISTER_GROUP" | "WORKLOAD_ENTRY"): string {
  const value = metadata[field] ?? "";
  if (typeof value === "string" && (value === "" || (value.length <= maxName && objectName.test(value)))) return value;
  const given = typeof value === "string" ? `'${value.slice(0, maxName)}'` : `a ${typeof value}`;
  throw unusable(`${field} must be the name of an object, not ${given}`);
}

function unusable(what: string): FairwayError {
  return new FairwayError("BadRequest", `the node's metadata cannot be used: ${what}`);
}
