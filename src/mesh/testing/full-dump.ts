import { parseProxy } from "../../core/index.ts";
import { dumpSnapshot } from "../dump-snapshot.ts";
import { type MeshSnapshot, scopeOf } from "../mesh-snapshot.ts";
import { getObject } from "../objects.ts";
import { policySources } from "../policy/workload-policies.ts";
import { proxyScope } from "../proxy-scope.ts";

/** Everything that can be asked of a snapshot, in a form that compares: the dump, and what proxies of all sorts see. */
export function fullDump(snapshot: MeshSnapshot): unknown {
  const { version: _, ledgerVersion: __, ...dump } = dumpSnapshot(snapshot);
  const views = ["a", "b", "istio-system", "none"].flatMap((namespace) =>
    ["w", "x", "none"].flatMap((app) => ["sidecar", "router"].map((type) => viewOf(snapshot, type, namespace, app))),
  );
  const routes = ["a", "b"].map((namespace) =>
    ["w", "x"].map((name) => getObject(snapshot.virtualServices.merged, namespace, name)?.http),
  );
  return { dump, views, routes };
}

function viewOf(snapshot: MeshSnapshot, type: string, namespace: string, app: string): unknown {
  const id = `${type}~10.0.0.1~pod.${namespace}~${namespace}.svc.cluster.local`;
  const proxy = parseProxy({ id, metadata: { NAMESPACE: namespace, LABELS: { app } } });
  const view = proxyScope(snapshot, proxy);
  const scope = view.sidecar;
  return {
    key: view.key,
    same: type === "router" || scope === scopeOf(snapshot, { namespace, labels: { app } }),
    services: scope.services.map((each) => [each.namespace, each.hostname, each.ports.map(({ number }) => number)]),
    found: scope.services.map(({ hostname }) => scope.service(hostname)?.ports.length),
    rules: scope.services.map((each) => scope.destinationRule(each, { app })),
    routes: scope.services.map(({ hostname }) => scope.virtualService(hostname)?.key),
    egress: scope.egress.map((each) => [
      each.services.map(({ hostname }) => hostname),
      each.virtualServices.map(({ key }) => key),
    ]),
    policies: policySources(view.policies).map(({ key }) => key),
    mtls: [view.policies.mtls.mode, ...view.policies.mtls.ports],
    listeners: view.gateways?.listeners.map(({ port, form, servers }) => [
      port,
      form,
      servers.map((server) => [
        server.gateway,
        view.virtualServicesAt(server).map(({ hosts, virtualService }) => [hosts, virtualService.key]),
      ]),
    ]),
  };
}
