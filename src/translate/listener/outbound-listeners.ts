import type { ResourceKey } from "../../api/index.ts";
import type { Listener } from "../../gen/envoy/config/listener/v3.ts";
import { listenerName, virtualOutbound } from "../names.ts";
import { type Plan, plan } from "../plan.ts";
import type { CallerView } from "./caller-view.ts";
import { egressWishes } from "./egress-wishes.ts";
import { httpProxyEntry } from "./http-proxy.ts";
import { ListenerTable, type TableEntry } from "./listener-table.ts";
import { buildOutboundListener } from "./outbound-listener.ts";
import { type OutboundSettings, outboundSettings } from "./outbound-settings.ts";
import { buildVirtualOutbound } from "./virtual-outbound.ts";

/** The listeners of connections that the workload makes. */
export function planOutboundListeners(view: CallerView): readonly Plan<Listener>[] {
  const { scope } = view;
  const settings = outboundSettings(scope);
  const table = new ListenerTable();
  for (const egress of scope.sidecar.egress) {
    // The ports of entries before it are not for the entry that has all others.
    if (!egress.listener?.port) table.lock();
    for (const wish of egressWishes(view, egress)) table.add(wish);
  }
  const proxy = httpProxyEntry(scope, settings.families);
  const entries = [...table.entries(), ...(proxy ? [proxy] : [])];
  const sidecar = scope.sidecar.sidecar?.key;
  return [
    ...entries.filter(({ chains }) => chains.length > 0).map((entry) => planListener(entry, settings)),
    ...(redirects(view) ? [planVirtual(settings, sidecar ? [sidecar] : [])] : []),
  ];
}

/** Whether the workload's connections are redirected to the proxy. */
function redirects({ scope }: CallerView): boolean {
  return scope.proxy.metadata["INTERCEPTION_MODE"] !== "NONE";
}

function planListener({ binds, port, bindsToPort, chains, problems }: TableEntry, settings: OutboundSettings) {
  const subject = chains[0]?.sources[0];
  const key = { settings, binds, port, bindsToPort, chains, problems };
  return plan(listenerName(binds[0], port), buildOutboundListener, key, subject);
}

function planVirtual(settings: OutboundSettings, sources: readonly ResourceKey[]) {
  return plan(virtualOutbound, buildVirtualOutbound, { settings, sources }, sources[0]);
}
