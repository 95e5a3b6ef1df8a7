import { type AnalyzedObject, nameOf } from "../analyzed-object.ts";
import type { AnalysisContext, Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import { findService, fullHost, type KnownService } from "../known-services.ts";
import type { Part } from "../part.ts";
import { routeDestinations } from "./route-destinations.ts";

/** Finds routes to hosts and ports that do not exist, or that leave the port open. */
export const destinationHosts: Analyzer = {
  name: "virtualservice.DestinationHostAnalyzer",
  doc: "Routes lead to hosts and ports that exist and can be seen.",
  codes: ["IST0101", "IST0112", "IST0140"],
  run(context) {
    const { cluster, report } = context;
    for (const virtualService of cluster.all(kindRefs.virtualService)) {
      const exportTo = virtualService.root.at("spec", "exportTo").texts();
      const from = { namespace: virtualService.namespace, exportTo };
      for (const destination of routeDestinations(virtualService)) {
        const host = destination.at("host");
        const service = findService(cluster.services, host.text, from);
        if (service) checkPort(virtualService, destination, service, context);
        else {
          const who = exportTo.length === 0 ? "here" : `where this is exported to (${exportTo.join(", ")})`;
          report(
            "IST0101",
            virtualService,
            host,
            `must be the host of a service: '${host.text}' is none that is seen ${who}`,
          );
        }
      }
    }
    checkSubsetsAtGateways(context);
  },
};

function checkPort(object: AnalyzedObject, to: Part, service: KnownService, { report }: AnalysisContext): void {
  const port = to.at("port", "number");
  const host = to.at("host").text;
  const known = service.ports.join(", ");
  if (!to.at("port").exists) {
    if (service.ports.length < 2) return;
    report("IST0112", object, to.at("port"), `must be set: '${host}' has several ports (${known})`);
  } else if (port.number === undefined || !service.ports.includes(port.number)) {
    report(
      "IST0101",
      object,
      port,
      `must be a port of '${host}': ${port.scalar} is none (${known || "it has no ports"})`,
    );
  }
}

/** A route of a gateway is not followed by the routes of the host that it leads to, subsets included. */
function checkSubsetsAtGateways({ cluster, report }: AnalysisContext): void {
  const all = cluster.all(kindRefs.virtualService);
  const split = all.flatMap((object) => splitHosts(object).map((host) => [host, object] as const));
  for (const object of all) {
    if (object.root.at("spec", "gateways").items().length === 0) continue;
    const routes = object.root
      .at("spec", "http")
      .items()
      .flatMap((route) => route.at("route").items());
    for (const destination of routes.map((route) => route.at("destination"))) {
      const host = destination.at("host").text;
      if (destination.at("subset").text !== "" || host === "") continue;
      const full = fullHost(host, object.namespace);
      const other = split.find(([name, owner]) => name === full && owner !== object)?.[1];
      if (!other) continue;
      const message = `should name a \`subset\`: the subsets that ${nameOf(other)} chooses for '${host}' do not apply here`;
      report("IST0140", object, destination, message);
    }
  }
}

/** The hosts of a virtual service whose requests it sends to subsets of that very host. */
function splitHosts(object: AnalyzedObject): readonly string[] {
  const hosts = object.root
    .at("spec", "hosts")
    .texts()
    .map((host) => fullHost(host, object.namespace));
  const chosen = routeDestinations(object).filter((destination) => destination.at("subset").text !== "");
  const targets = new Set(chosen.map((destination) => fullHost(destination.at("host").text, object.namespace)));
  return hosts.filter((host) => targets.has(host));
}
