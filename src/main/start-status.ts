import { analyze } from "../analyze/index.ts";
import { formatGroupKind, formatKey, type GroupKind, type KindCatalog, keyOf, type Resource } from "../api/index.ts";
import { type Judge, StatusController, type StatusMessage } from "../controllers/index.ts";
import type { ResourceStore } from "../core/index.ts";
import type { Ground } from "./ground.ts";
import { secrets, servedKinds, toldKinds } from "./kubernetes/access-rules.ts";

type StatusGround = Pick<Ground, "settings" | "store" | "kinds" | "environment" | "logs" | "metrics" | "stops">;

/** Starts telling Istio's objects in their status what is wrong with them, if that is asked for; on one replica of all. */
export async function startStatus(ground: StatusGround, writer: ResourceStore = ground.store): Promise<void> {
  const { settings, store, environment, logs, metrics, stops } = ground;
  if (!settings.objectStatus) return;
  const kinds = ground.kinds();
  const log = logs.scope("status", "What objects are told in their status");
  const controller = new StatusController({
    store,
    writer,
    told: toldKinds(kinds),
    read: [...servedKinds(kinds).filter(isJudged), secrets],
    judge: judgeOf(kinds, () => environment.snapshot.settings.rootNamespace),
    report: (error) => {
      metrics.syncErrors.inc();
      log.warn("Status could not be written and is tried again", { error });
    },
  });
  stops.push(() => controller.close());
  await controller.start();
}

/** Of these there are many, they change often, and no object is judged by them. */
const unjudged: ReadonlySet<string> = new Set(["Endpoints", "discovery.k8s.io/EndpointSlice", "Node"]);

function isJudged(type: GroupKind): boolean {
  return !unjudged.has(formatGroupKind(type));
}

const levels = { error: "ERROR", warning: "WARNING", info: "INFO" } as const;

/** What `fairway analyze` would find. */
function judgeOf(kinds: KindCatalog, controlPlaneNamespace: () => string): Judge {
  return (objects) => {
    const cluster = { cluster: "this cluster", documents: objects.map(documentOf) };
    const verdicts = new Map<string, StatusMessage[]>();
    for (const finding of analyze([cluster], { kinds, controlPlaneNamespace: controlPlaneNamespace() })) {
      const { file, type: name, code, severity, path, message } = finding;
      const text = path === "" ? message : `${path} ${message}`;
      const said = verdicts.get(file) ?? [];
      verdicts.set(file, [...said, { name, code, level: levels[severity], text }]);
    }
    return verdicts;
  };
}

/** An object as analysis takes it, under the name of its key. */
function documentOf(value: Resource) {
  return { file: formatKey(keyOf(value)), value, locate: () => ({ line: 1, column: 1 }) };
}
