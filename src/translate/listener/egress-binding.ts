import type { EgressListener } from "../../api/index.ts";
import type { AddressFamilies } from "../../core/index.ts";
import { loopback } from "./listener-address.ts";
import type { Binds } from "./listener-table.ts";

/** Where the listeners of an egress entry listen. */
export interface EgressBinding {
  /** Addresses that the entry gives; undefined: those of the services. */
  readonly binds?: Binds;
  /** They listen themselves; else they get redirected connections. */
  readonly bindsToPort: boolean;
}

/** How an egress entry listens; where nothing is redirected to the proxy, the workload calls it on the pod's loopback. */
export function egressBinding(
  listener: EgressListener | undefined,
  { redirected, families }: { readonly redirected: boolean; readonly families: AddressFamilies },
): EgressBinding {
  const bind = listener?.bind ?? "";
  const bindsToPort = !redirected || listener?.captureMode === "NONE" || bind.startsWith("unix://");
  if (bind !== "") return { binds: [bind], bindsToPort };
  return bindsToPort ? { binds: loopback(families), bindsToPort } : { bindsToPort };
}
