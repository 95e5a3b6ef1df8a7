import { type ConfigProblem, configProblem, isWildcard } from "../../mesh/index.ts";
import type { GatewayChain } from "./gateway-chain.ts";

/** Filter chains that Envoy can tell apart, and what is wrong with the others. */
export interface DistinctChains {
  readonly chains: readonly GatewayChain[];
  readonly problems: readonly ConfigProblem[];
}

/**
 * Leaves each host to the first chain that asks for it: Envoy refuses a listener in which two chains match the same
 * connections, or whose wildcards are but part of a label.
 */
export function distinctChains(all: readonly GatewayChain[]): DistinctChains {
  const taken = new Set<string>();
  const problems: ConfigProblem[] = [];
  const chains = all.flatMap((chain): readonly GatewayChain[] => {
    const any = chain.serverNames.length === 0 || chain.serverNames.includes("*");
    const names = any ? [""] : chain.serverNames.filter((name) => !isPartial(name));
    if (names.length === 0 || (!any && names.length < chain.serverNames.length)) problems.push(partialProblem(chain));
    const free = names.filter((name) => !taken.has(`${chain.kind === "dnat"} ${name}`));
    if (free.length < names.length && chain.kind !== "dnat") {
      problems.push(
        repeatedProblem(
          chain,
          names.filter((name) => !free.includes(name)),
        ),
      );
    }
    for (const name of free) taken.add(`${chain.kind === "dnat"} ${name}`);
    if (free.length === 0) return [];
    return free.length === chain.serverNames.length && !any ? [chain] : [{ ...chain, serverNames: any ? [] : free }];
  });
  return { chains, problems };
}

function isPartial(name: string): boolean {
  return isWildcard(name) && !name.startsWith("*.");
}

function partialProblem({ server, serverNames }: GatewayChain): ConfigProblem {
  const name = serverNames.find(isPartial) ?? "";
  const path = ["spec", "servers", server.position, "hosts"];
  return configProblem(
    server.key,
    "FW1221",
    path,
    `must have whole labels before TLS ends: '${name}' cannot be matched`,
  );
}

function repeatedProblem(chain: GatewayChain, names: readonly string[]): ConfigProblem {
  const hosts = names.map((name) => `'${name || "*"}'`).join(", ");
  if (chain.kind !== "routed") {
    const path = ["spec", "servers", chain.server.position, "hosts"];
    return configProblem(chain.server.key, "FW1108", path, `must have hosts of its own: ${hosts} is served already`);
  }
  const message = `must not be for ${hosts}: connections for it have a route already`;
  // The first object that a route is of is its VirtualService.
  return configProblem(chain.sources[0] ?? chain.server.key, "FW1222", ["spec", "tls"], message);
}
