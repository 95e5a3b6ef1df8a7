import { hostname } from "node:os";
import { builtInCatalog } from "../../api/index.ts";
import { systemClock } from "../../base/clock.ts";
import { FairwayError } from "../../base/fault.ts";
import { randomIds } from "../../base/ids.ts";
import type { LogScopes } from "../../base/log.ts";
import { newReplicaId } from "../../controllers/index.ts";
import { KubeClient, nodeTransport, type ReadingPace, ReplicaLease, type Transport } from "../../kube/index.ts";
import { secretNamesIn } from "../../secrets/index.ts";
import { processEnvironment, type Settings } from "../../settings/index.ts";
import { KubernetesStore } from "../../store/index.ts";
import type { Backing } from "../ground.ts";
import { secretsOnServer } from "../remote/labelled-secrets.ts";
import { configKinds, controllerKinds, secrets, servedKinds } from "./access-rules.ts";
import { clusterAuthority } from "./cluster-authority.ts";
import { followLog } from "./follow-log.ts";
import { leadControllers } from "./lead-controllers.ts";
import { readAccess } from "./read-access.ts";

export interface OpenKubernetesOptions {
  readonly settings: Settings;
  readonly logs: LogScopes;
  /** How changes are read that come in a row. */
  readonly pace: ReadingPace;
  readonly stops: (() => Promise<void>)[];
  /** Gives up waiting for the API server. */
  readonly signal?: AbortSignal;
}

/** Who Fairway is to an API server, and who its controllers are: in its log, and as owners of fields. */
const agents = { fairway: "fairway", controllers: "fairway-controllers" };

/** The label of Secrets that are served although no configuration refers to them. */
const servedSecrets = "fairway.dev/serve=true";

/**
 * A Kubernetes API server as the store. Resolves when everything was read once. The cluster itself has its rules and
 * loops: what runs besides is what only Fairway does, on the one replica that leads.
 */
export async function openKubernetes(options: OpenKubernetesOptions): Promise<Backing> {
  const { settings, logs, pace, stops, signal } = options;
  const { kubeconfig = "", configDir, sample, rootNamespace = "istio-system", watchedNamespaces } = settings;
  if (configDir !== undefined) {
    throw new FairwayError("Settings", "--config-dir is for the embedded store: with --kubeconfig, apply the files");
  }
  if (sample !== undefined) {
    throw new FairwayError(
      "Settings",
      "--sample is for the embedded store: on a cluster nothing is put that nobody applied",
    );
  }
  const environment = processEnvironment();
  const access = await readAccess(kubeconfig, environment);
  const network = nodeTransport(access, { environment });
  stops.push(async () => network.close());
  const kinds = builtInCatalog();
  const log = logs.scope("kube", "The Kubernetes API server that is the store");
  const basis = {
    transport: network.send,
    kinds: () => kinds,
    manager: agents.fairway,
    clock: systemClock,
    pace,
    ...followLog(log, systemClock),
    ...(watchedNamespaces.length > 0 && { namespaces: [...watchedNamespaces, rootNamespace] }),
  };
  log.info("Reading from the API server", { server: access.server });
  const store = await KubernetesStore.open({
    ...basis,
    follow: servedKinds(kinds),
    referenced: { kind: secrets, by: configKinds(kinds), names: secretNamesIn, labelSelector: servedSecrets },
    ...(signal && { signal }),
  });
  stops.push(() => store.close());
  const { namespace } = access;
  const client = new KubeClient({ transport: network.send, kinds: basis.kinds, userAgent: agents.controllers });
  const lease = new ReplicaLease({
    client,
    namespace,
    replica: newReplicaId(hostname(), randomIds),
    duration: settings.replicaSilence,
    clock: systemClock,
    failed: (error) => log.warn("Lease of this replica could not be renewed and is tried again", { error }),
  });
  stops.push(() => lease.close());
  return {
    store,
    kinds: basis.kinds,
    replica: { id: lease.replica, announce: () => lease.hold() },
    authority: () =>
      clusterAuthority({
        client: new KubeClient({ transport: network.send, kinds: basis.kinds, userAgent: agents.fairway }),
        namespace: access.namespace,
        clock: systemClock,
        log,
        ...(signal && { signal }),
      }),
    followSecrets: secretsOnServer({
      transport: network.send,
      kinds,
      clock: systemClock,
      ...(signal && { signal }),
    }),
    async start(ground) {
      const open = (end: AbortSignal, transport: Transport) =>
        KubernetesStore.open({
          ...basis,
          transport,
          manager: agents.controllers,
          follow: controllerKinds,
          twin: (key) => store.known(key),
          signal: end,
        });
      const leader = leadControllers({ open, transport: network.send, namespace, ground });
      stops.push(() => leader.close());
      return async () => undefined;
    },
  };
}
