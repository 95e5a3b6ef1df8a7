import { validIp } from "../checks/address.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import { isWildcardHost } from "./host.ts";
import { hostSet } from "./host-set.ts";
import type { TlsRoute } from "./l4-route.ts";
import { overlappingHosts } from "./overlapping-hosts.ts";

/** The SNI that sidecars send between networks: direction, port, subset and host of the service. */
const generatedSni = /^outbound_\.\d{1,5}_\.[^_]{0,63}_\.(?=.{1,255}$)[^_]*[a-zA-Z]/;

interface HostsAndRoutes {
  readonly hosts?: readonly string[] | undefined;
  readonly tls?: readonly TlsRoute[] | undefined;
}

/** What is wrong with the hosts of a virtual service and with the SNI hosts of its routes. */
export function checkHosts(spec: HostsAndRoutes, gatewaysOnly: boolean, report: Report): void {
  const { hosts = [], tls = [] } = spec;
  const mayBeGenerated = gatewaysOnly && tls.some((route) => route.match.some((match) => match.sniHosts.length > 0));
  let sound = true;
  hosts.forEach((host, i) => {
    if (validIp(host) || (mayBeGenerated && generatedSni.test(host))) return;
    checkHost(host, gatewaysOnly, (code, message) => {
      sound = false;
      report(code, message, "hosts", i);
    });
  });
  if (sound) {
    for (const { wide, narrow, index } of overlappingHosts(hosts)) {
      report("FW0314", `must not overlap with another host: '${wide}' covers '${narrow}'`, "hosts", index);
    }
  }
  const covered = hostSet(hosts);
  tls.forEach((route, i) => {
    route.match.forEach((match, j) => {
      match.sniHosts.forEach((sni, k) => {
        checkSni(sni, { covered, gatewaysOnly }, within(report, "tls", i, "match", j, "sniHosts", k));
      });
    });
  });
}

function checkHost(host: string, gatewaysOnly: boolean, report: Report): void {
  if (host === "*" && !gatewaysOnly) report("FW0313", "must not be '*' for sidecars: they need a domain");
  else isWildcardHost(host, report);
}

interface SniContext {
  /** Whether the virtual service is for a host. */
  readonly covered: (host: string) => boolean;
  readonly gatewaysOnly: boolean;
}

function checkSni(sni: string, { covered, gatewaysOnly }: SniContext, report: Report): void {
  if (validIp(sni)) return report("FW0323", `should be a host name, not the address '${sni}'`);
  let sound = true;
  if (!gatewaysOnly || !generatedSni.test(sni)) {
    isWildcardHost(sni, (code, message) => {
      sound = false;
      report(code, message);
    });
  }
  if (sound && !covered(sni)) {
    report("FW0322", `must be covered by one of the virtual service's hosts, which '${sni}' is not`);
  }
}
