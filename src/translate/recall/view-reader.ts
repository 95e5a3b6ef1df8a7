import type { OutboundView, View } from "../view.ts";
import type { Lookup, Reading } from "./reads.ts";
import { RegistryReader } from "./registry-reader.ts";
import { OutboundScopeReader, ProxyScopeReader } from "./scope-reader.ts";

/** A view of how proxies call others, of which everything that is read is remembered. */
export function readOutbound(reads: Reading<OutboundView>, { registry }: OutboundView): OutboundView {
  return { scope: new OutboundScopeReader(reads), registry: new RegistryReader(reads, registry) };
}

const keySetAt: Lookup<View, string, string | undefined> = (view, address) => view.keySetAt(address);

/** A view of which everything that is read is remembered. */
export function readView(reads: Reading<View>, { registry }: View): View {
  return {
    scope: new ProxyScopeReader(reads),
    registry: new RegistryReader(reads, registry),
    keySetAt: (address) => reads.find(keySetAt, address),
  };
}
