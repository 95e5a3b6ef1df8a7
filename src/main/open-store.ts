import { checkDocuments, type KindCatalog, readDocuments, type SourceProblem } from "../api/index.ts";
import { systemClock } from "../base/clock.ts";
import type { LogScope, LogScopes } from "../base/log.ts";
import { CustomKinds } from "../controllers/index.ts";
import type { ResourceHistory, ResourceStore } from "../core/index.ts";
import type { Settings } from "../settings/index.ts";
import {
  DirectoryStore,
  type FileReader,
  GarbageCollector,
  openEmbeddedStore,
  type VersionedStore,
} from "../store/index.ts";
import { inDefaultNamespace } from "./default-namespace.ts";

/** A running store and the kinds it takes. */
export interface OpenStore {
  readonly store: ResourceStore;
  /** The store's past. */
  readonly history: ResourceHistory;
  readonly kinds: () => KindCatalog;
}

/** Opens the store that the settings ask for; what must be closed later is put on `stops`. */
export async function openStore(
  settings: Settings,
  builtIn: KindCatalog,
  logs: LogScopes,
  stops: (() => Promise<void>)[],
): Promise<OpenStore> {
  const log = logs.scope("store", "The store of configuration");
  const custom = new CustomKinds(builtIn, logs.scope("kinds", "Kinds from CustomResourceDefinitions"), systemClock);
  const kinds = () => custom.catalog();
  const embedded = await openEmbedded(settings, kinds, log);
  stops.push(() => embedded.close());
  await custom.start(embedded);
  stops.push(() => custom.close());
  const garbage = new GarbageCollector({
    store: embedded,
    report: (error) => log.warn("Garbage collection failed and is tried again", { error }),
  });
  garbage.start();
  stops.push(() => garbage.close());
  const { configDir } = settings;
  if (configDir === undefined) return { store: embedded, history: embedded, kinds };
  const store = await openDirectory(
    configDir,
    embedded,
    kinds,
    logs.scope("files", "The directory of configuration files"),
  );
  // A kind that has just been defined may be that of objects in files which were of no use before.
  custom.onChange(() => void store.sync());
  stops.push(() => store.close());
  return { store, history: embedded, kinds };
}

async function openEmbedded(settings: Settings, kinds: () => KindCatalog, log: LogScope): Promise<VersionedStore> {
  const { store, recovered } = await openEmbeddedStore({
    directory: settings.dataDir,
    kinds,
    retention: { revisions: settings.historyRevisions, age: settings.historyAge },
    report: (notice) => {
      if (notice.type === "compacted") log.info("Store compacted", { ...notice });
      else log.error("Store could not be compacted and goes on as it is", { error: notice.fault });
    },
  });
  if (recovered) log.warn("Remains of an interrupted write were cut off the store", { ...recovered });
  return store;
}

function openDirectory(
  directory: string,
  inner: ResourceStore,
  kinds: () => KindCatalog,
  log: LogScope,
): Promise<DirectoryStore> {
  return DirectoryStore.open({
    inner,
    directory,
    read: fileReader(kinds),
    report: (file, problems) => {
      if (problems.length === 0) log.info("File is sound again", { file });
      for (const problem of problems) logProblem(log, problem);
    },
    fault: (error) => log.warn("Files could not be taken over and are tried again", { error }),
  });
}

function logProblem(log: LogScope, problem: SourceProblem): void {
  const { file, line, column, severity, message, ...rest } = problem;
  const fields = { ...rest, place: `${file}:${line}:${column}`, problem: message };
  if (severity === "error") log.error("File has a problem", fields);
  else log.warn("File has a problem", fields);
}

/** Reads a file's objects. */
function fileReader(kinds: () => KindCatalog): FileReader {
  return (path, bytes) => {
    const { documents, problems } = readDocuments(bytes, path);
    const checked = checkDocuments(documents, kinds());
    const resources = checked.flatMap(({ resource }) => (resource ? [inDefaultNamespace(resource, kinds())] : []));
    return { resources, problems: [...problems, ...checked.flatMap((c) => c.problems)] };
  };
}
