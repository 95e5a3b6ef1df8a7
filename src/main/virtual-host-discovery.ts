import type { Proxy as MeshProxy } from "../core/index.ts";
import type { StreamAbilities } from "../deliver/index.ts";
import { isTrue } from "../translate/index.ts";

/** Metadata by which a proxy asks for virtual hosts as resources of their own. */
export const virtualHostFlag = "VIRTUAL_HOST_DISCOVERY";

/**
 * Whether a client is sent virtual hosts apart from their tables. The proxy itself says so, for as long as it runs: taken
 * from a table that is in use, its hosts would be missed until they have come by themselves.
 */
export function hasHostsApart({ dialect, metadata }: MeshProxy, abilities: StreamAbilities | undefined): boolean {
  return abilities?.virtualHosts === true && dialect !== "grpc" && isTrue(metadata[virtualHostFlag]);
}
