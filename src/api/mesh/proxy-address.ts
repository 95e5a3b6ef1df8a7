import { validIp } from "../checks/address.ts";
import { validHost } from "../istio/host.ts";
import type { Check } from "../schema/schema.ts";

/** A host name or IP address with a port, such as `istiod.istio-system.svc:15012` or `[::1]:15010`. */
export const isProxyAddress: Check<string> = (text, report) => {
  if (!validProxyAddress(text)) report("FW0801", `must be a host name or IP address with a port, not '${text}'`);
};

/** As `isProxyAddress`; empty text counts as absent. */
export const isProxyAddressIfSet: Check<string> = (text, report) => {
  if (text !== "") isProxyAddress(text, report);
};

/** As `isProxyAddress`, but the host may be `$(HOST_IP)`, which the proxy's agent replaces by its node's address. */
export const isCollectorAddress: Check<string> = (text, report) => {
  if (!validProxyAddress(text.replace("$(HOST_IP)", "127.0.0.1"))) {
    report("FW0801", `must be a host name, an IP address or '$(HOST_IP)', with a port, not '${text}'`);
  }
};

function validProxyAddress(text: string): boolean {
  const match = /^(?:\[([^\]]*)\]|([^:[\]]*)):(\d{1,5})$/.exec(text);
  if (!match) return false;
  const [, bracketed, plain = "", port] = match;
  const host = bracketed === undefined ? validHost(plain) || validIp(plain) : validIp(bracketed);
  return host && Number(port) >= 1 && Number(port) <= 65535;
}
