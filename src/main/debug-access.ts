import { FairwayError } from "../base/fault.ts";
import { isLoopback } from "../base/loopback.ts";
import type { ConnectedClient } from "../deliver/index.ts";
import type { GrpcPeer } from "../grpc/index.ts";
import { parseIdentity } from "../secrets/index.ts";

/** What callers outside the root namespace may look at, of proxies of their own namespace. */
const ownPages: ReadonlySet<string> = new Set(["config_dump", "edsz", "ndsz"]);

/**
 * Whether a client may look at a debug page over xDS. From this machine everybody may. From elsewhere it takes a verified
 * identity: one of the root namespace sees all, others see proxies of their own namespace (`subject`).
 */
export function checkDebugAccess(
  asker: GrpcPeer,
  page: string,
  rootNamespace: string,
  subject: () => ConnectedClient | undefined = () => undefined,
): void {
  if (isLoopback(hostOf(asker.address))) return;
  const namespaces = new Set(asker.identities.flatMap((uri) => parseIdentity(uri)?.namespace ?? []));
  if (namespaces.has(rootNamespace)) return;
  const target = ownPages.has(page) && namespaces.size > 0 ? subject() : undefined;
  if (target && namespaces.has(target.proxy.namespace)) return;
  throw new FairwayError("Forbidden", `'${page}' needs an identity of the namespace ${rootNamespace}`);
}

/** The address without its port. */
function hostOf(address: string): string {
  return address.slice(0, address.lastIndexOf(":")).replace(/^\[|\]$/g, "");
}
