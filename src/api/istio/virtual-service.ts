import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { list, obj, opt, str } from "../schema/build.ts";
import type { InferFields } from "../schema/schema.ts";
import { rejectDryRun } from "./dry-run.ts";
import { checkExportTo, exportTo } from "./export-to.ts";
import { isGatewayName, meshGateway } from "./gateway-name.ts";
import { isClaimName } from "./header-name.ts";
import { httpRoute } from "./http-route.ts";
import { networkingKind, networkingVersions, objectNeedingSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { tcpRoute, tlsRoute } from "./l4-route.ts";
import { unreachableHttpRoutes, unreachableL4Routes } from "./unreachable-routes.ts";
import { checkHosts } from "./virtual-service-hosts.ts";

const fields = {
  hosts: opt(
    1,
    list(str()),
    "Hosts whose traffic is routed here: names of services, domains or addresses. None: the routes are for others to delegate to.",
  ),
  gateways: opt(
    2,
    list(str({ checks: [isGatewayName] })),
    "Gateways that apply the routes, `mesh` being all sidecars. Default: `mesh` only.",
  ),
  http: opt(3, list(httpRoute), "Routes of HTTP traffic; the first one that matches is taken."),
  tls: opt(
    5,
    list(tlsRoute),
    "Routes of encrypted traffic that is not decrypted; the first one that matches is taken.",
  ),
  tcp: opt(4, list(tcpRoute), "Routes of other traffic; the first one that matches is taken."),
  exportTo: opt(6, exportTo, "Namespaces that see the virtual service: `.` is its own, `*` all. Default: all."),
};

/** What a virtual service asks for. */
export interface VirtualServiceSpec extends InferFields<typeof fields> {}

/** How traffic for some hosts is routed. */
export interface VirtualService extends Resource {
  readonly spec: VirtualServiceSpec;
  readonly status?: IstioStatus;
}

function hasRoutes(spec: VirtualServiceSpec, report: Report): void {
  if (!spec.http?.length && !spec.tls?.length && !spec.tcp?.length) {
    report("FW0311", "must have at least one of `http`, `tls` and `tcp`");
  }
}

/** Without hosts, the virtual service is only a part of others. */
function isDelegateOnly(spec: VirtualServiceSpec, report: Report): void {
  if (spec.hosts?.length) return;
  for (const name of ["gateways", "tls", "tcp"] as const) {
    if (spec[name]?.length) report("FW0312", "must not be set without `hosts`", name);
  }
  spec.http?.forEach((route, i) => {
    if (route.delegate)
      report("FW0312", "must not be set without `hosts`: delegates do not nest", "http", i, "delegate");
  });
}

function matchesClaimsAtGateways(spec: VirtualServiceSpec, report: Report): void {
  if (bindsToGatewaysOnly(spec)) return;
  spec.http?.forEach((route, i) => {
    route.match?.forEach((match, j) => {
      for (const name of ["headers", "withoutHeaders"] as const) {
        const claim = Object.keys(match[name] ?? {}).find(isClaimName);
        if (claim) report("FW0324", `must not have '${claim}' for sidecars`, "http", i, "match", j, name, claim);
      }
    });
  });
}

/** Whether sidecars leave the virtual service alone. */
function bindsToGatewaysOnly(spec: VirtualServiceSpec): boolean {
  return !!spec.gateways?.length && !spec.gateways.includes(meshGateway);
}

/** What a virtual service asks for. */
const virtualServiceSpec = obj(fields, {
  checks: [
    hasRoutes,
    isDelegateOnly,
    matchesClaimsAtGateways,
    (spec, report) => checkHosts(spec, bindsToGatewaysOnly(spec), report),
  ],
});

export const virtualServiceKind = defineKind<VirtualService>({
  ...networkingKind,
  kind: "VirtualService",
  shortNames: ["vs"],
  versions: networkingVersions,
  doc: "How traffic for some hosts is routed.",
  schema: objectNeedingSpec(virtualServiceSpec, "The hosts and their routes."),
  columns: [
    column("Gateways", ".spec.gateways", "Gateways and sidecars that apply the routes."),
    column("Hosts", ".spec.hosts", "Hosts whose traffic is routed."),
  ],
  protobuf: { message: "istio.networking.v1alpha3.VirtualService", of: "spec" },
  validate(resource, report) {
    rejectDryRun(resource, report);
    const { metadata, spec } = resource;
    checkExportTo(spec.exportTo, { namespace: metadata.namespace }, within(report, "spec", "exportTo"));
    unreachableHttpRoutes(spec.http ?? [], within(report, "spec", "http"));
    unreachableL4Routes(spec.tls ?? [], within(report, "spec", "tls"));
    unreachableL4Routes(spec.tcp ?? [], within(report, "spec", "tcp"));
  },
});
