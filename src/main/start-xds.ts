import { hostname } from "node:os";
import { systemClock } from "../base/clock.ts";
import type { FairwayError } from "../base/fault.ts";
import type { Page } from "../http/index.ts";
import { loadServerCertificate, rootsOf } from "../pki/index.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { debugPages } from "./debug-pages.ts";
import { debugQueries } from "./debug-queries.ts";
import { DeliveryFeed } from "./delivery-feed.ts";
import { certifiedNames, drainMs, type Ground } from "./ground.ts";
import { meshMetricsRefresher } from "./mesh-metrics.ts";
import { ObjectSource } from "./object-source.ts";
import { openSecrets } from "./open-secrets.ts";
import { xdsServerName } from "./proxy-bootstrap.ts";
import { startRegistrar } from "./start-workloads.ts";
import { Xds } from "./xds.ts";

/** Starts xDS on both its addresses; the pages show what it does. */
export async function startXds(ground: Ground): Promise<readonly Page[]> {
  const { settings, environment, pace, store, authority, logs, metrics, stops, version, observer, clusters } = ground;
  const names = [...certifiedNames(settings.xdsTlsAddress), xdsServerName, ...settings.xdsTlsNames];
  const pair = await loadServerCertificate(settings.dataDir, "xds", authority, names, systemClock);
  const codec = loadEnvoyCodec();
  const secrets = await openSecrets({ store, authority, codec }, logs, metrics.secretErrors);
  stops.push(() => secrets.close());
  const log = logs.scope("objects", "Configuration served as it was written");
  const fault = (error: FairwayError) => log.warn("Store could not be read and is tried again", { error });
  const objects = await ObjectSource.open({ store, fault });
  stops.push(() => objects.close());
  const feed = new DeliveryFeed({
    clients: () => xds.ads.connections(),
    codec,
    rootNamespace: () => xds.snapshot.settings.rootNamespace,
  });
  const workloads = await startRegistrar(ground);
  const xds: Xds = new Xds({
    settings,
    environment,
    coming: () => pace.hasUnread,
    secrets,
    objects,
    codec,
    metrics: metrics.xds,
    queries: (type) => feed.query(type) ?? queries(type),
    events: feed.events,
    workloads,
    logs,
    ...(observer && { observer }),
    tls: { key: pair.privateKey, cert: pair.certificate, ca: rootsOf(authority) },
  });
  stops.push(() => xds.close(drainMs));
  stops.push(() => workloads.close());
  const refreshMesh = meshMetricsRefresher(metrics.mesh);
  const refresh = () => {
    refreshMesh({
      snapshot: xds.snapshot,
      status: xds.status.current,
      proxies: xds.ads.connections().flatMap(({ proxy, subscriptions }) => (subscriptions.length > 0 ? [proxy] : [])),
      endpointsWithoutPod: environment.endpointsWithoutPod,
    });
  };
  metrics.xds.onCollect(() => metrics.xds.cacheSources.set(xds.measureCaches().objects));
  // What nobody counts as it changes is counted when it is asked for: it takes a look at everything.
  metrics.xds.onCollect(refresh);
  const pages = debugPages({ environment, xds, secrets, store, decoder: codec, clock: systemClock, clusters });
  const queries = debugQueries({
    clients: () => xds.ads.connections(),
    pages,
    codec,
    rootNamespace: () => xds.snapshot.settings.rootNamespace,
    instance: hostname(),
    version,
    clock: systemClock,
  });
  ground.announce("xds", await xds.plain.listen(settings.xdsAddress, "xds (--xds-address)"));
  ground.announce("xds-tls", await xds.encrypted.listen(settings.xdsTlsAddress, "xds-tls (--xds-tls-address)"));
  return pages;
}
