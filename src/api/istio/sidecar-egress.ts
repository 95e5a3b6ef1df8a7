import { uniqueBy } from "../checks/across.ts";
import { isIpAddress, isPort } from "../checks/address.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import { list, obj, opt, req, str } from "../schema/build.ts";
import type { Check, InferFields } from "../schema/schema.ts";
import { isImportedHost } from "./scoped-host.ts";
import { captureMode, sidecarPort } from "./sidecar-port.ts";
import { checkUnixAddress, isUnixAddress } from "./unix-address.ts";

const fields = {
  port: opt(1, sidecarPort, "Port that the workload calls through. Absent: the ports of the hosts."),
  bind: opt(2, str(), "Address or `unix://` socket to listen on. Default: found out from the hosts."),
  captureMode: opt(3, captureMode, "How traffic gets to the listener. Default: as the proxy is set up."),
  hosts: req(
    4,
    list(str({ checks: [isImportedHost] })),
    "Hosts that can be called, as `namespace/host`; `*` is all, `.` the own and `~` no namespace.",
  ),
};

/** A port through which a workload calls others. */
export interface EgressListener extends InferFields<typeof fields> {}

const listensSomewhere: Check<EgressListener> = ({ port, bind = "", captureMode: mode }, report) => {
  if (!port) return;
  if (port.number) {
    isPort(port.number, within(report, "port", "number"));
    if (bind !== "") isIpAddress(bind, within(report, "bind"));
    return;
  }
  if (isUnixAddress(bind)) checkUnixAddress(bind, within(report, "bind"));
  else report("FW0363", "must be a 'unix://' socket when the port is 0", "bind");
  if (mode === "IPTABLES") report("FW0363", "must not be IPTABLES for a 'unix://' socket", "captureMode");
};

const hasHosts: Check<EgressListener> = ({ hosts }, report) => {
  if (hosts.length === 0) report("FW0106", "must have at least one host", "hosts");
};

/** A port through which a workload calls others, with the hosts that it reaches. */
export const egressListener = obj(fields, { checks: [hasHosts, listensSomewhere] });

const uniquePorts = uniqueBy<EgressListener>(({ port }) => port?.number || undefined, "port", "number");
const uniqueSockets = uniqueBy<EgressListener>((l) => (l.port && !l.port.number ? (l.bind ?? "") : undefined), "bind");

/** Each port and socket has one listener; the one for all other ports comes last. */
export const areDistinctEgresses: Check<readonly EgressListener[]> = (listeners, report) => {
  uniquePorts(listeners, report);
  uniqueSockets(listeners, report);
  listeners.slice(0, -1).forEach((listener, i) => {
    if (!listener.port) report("FW0362", "must have a `port`, unless it is the last listener", i);
  });
};

/** Warns of imported hosts that another entry of the list imports already. */
export function warnOfRepeatedImports(hosts: readonly string[], namespace: string | undefined, report: Report): void {
  const seen = new Map<string, Set<string>>();
  hosts.forEach((text, i) => {
    const [scope = "", host = ""] = text.split("/");
    const meant = scope === "." ? (namespace ?? ".") : scope;
    const others = seen.get(meant) ?? new Set();
    if (others.has("*") || others.has(host) || (host === "*" && others.size > 0)) {
      report("FW0366", `should not repeat what another entry imports: '${text}'`, i);
    }
    seen.set(meant, others.add(host));
  });
  const named = [...seen.keys()].some((scope) => scope !== "*" && !scope.startsWith("~"));
  if (seen.get("*")?.has("*") && named) report("FW0366", "should not have other entries besides '*/*'");
}
