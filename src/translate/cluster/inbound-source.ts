import type { AddressFamilies } from "../../core/index.ts";
import type { BindConfig } from "../../gen/envoy/config/core/v3.ts";

const four = { address: "127.0.0.6", portValue: 0 };
const six = { address: "::6", portValue: 0 };

/**
 * The address that a proxy's connections to its own workload come from. The rules that redirect the workload's traffic
 * leave it alone: without it, the proxy would get its own connections back.
 */
export function inboundSource(families: AddressFamilies): BindConfig {
  if (families === "6") return { sourceAddress: six };
  return { sourceAddress: four, ...(families === "46" && { extraSourceAddresses: [{ address: six }] }) };
}
