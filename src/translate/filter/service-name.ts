import { getOwn } from "../../base/json.ts";
import type { OutboundScope } from "../../mesh/index.ts";

/** What a workload is called where traces want one name: `reviews.app`. */
export function serviceNameOf({ labels, proxy }: OutboundScope): string {
  const name = getOwn(labels, "service.istio.io/canonical-name") || "istio-proxy";
  return `${name}.${proxy.namespace || "default"}`;
}
