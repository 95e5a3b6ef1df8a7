import { networkOf } from "./network-of.ts";
import type { OutboundChain } from "./outbound-chain.ts";

/** Chains that can stand beside others. */
export interface FreeChains {
  readonly chains: readonly OutboundChain[];
  /** Whether something of what was wanted is taken. */
  readonly lost: boolean;
}

/**
 * As much of some chains as does not match what others match already: Envoy refuses a listener of which two chains have an
 * address and a name in common.
 */
export function freeOf(others: readonly OutboundChain[], wanted: readonly OutboundChain[]): FreeChains {
  const claimed = new Set(others.flatMap(claimsOf));
  const chains: OutboundChain[] = [];
  let lost = false;
  for (const chain of wanted) {
    const free = narrowed(chain, claimed);
    if (free !== chain) lost = true;
    if (!free) continue;
    chains.push(free);
    for (const claim of claimsOf(free)) claimed.add(claim);
  }
  return { chains, lost };
}

function narrowed(chain: OutboundChain, claimed: ReadonlySet<string>): OutboundChain | undefined {
  const isFree = (each: OutboundChain) => !claimsOf(each).some((claim) => claimed.has(claim));
  if (isFree(chain)) return chain;
  if (chain.kind === "http") return undefined;
  const names = chain.serverNames.filter((name) => isFree({ ...chain, serverNames: [name] }));
  if (names.length > 0) return { ...chain, serverNames: names };
  const subnets = chain.subnets.filter((subnet) => isFree({ ...chain, subnets: [subnet] }));
  return subnets.length > 0 ? { ...chain, subnets } : undefined;
}

function claimsOf(chain: OutboundChain): readonly string[] {
  if (chain.kind === "http") return [chain.detected ? "http" : " "];
  const names = chain.serverNames.length > 0 ? chain.serverNames : [""];
  const ranges = chain.subnets.length > 0 ? chain.subnets.map(networkOf) : [""];
  return names.flatMap((name) => ranges.map((range) => `${range} ${name.toLowerCase()}`));
}
