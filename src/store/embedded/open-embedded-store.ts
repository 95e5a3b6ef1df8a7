import { dirname } from "node:path";
import { apiVersionOf, type GroupKind, type KindCatalog, type Resource, storedVersion } from "../../api/index.ts";
import { type Clock, systemClock } from "../../base/clock.ts";
import type { FairwayError } from "../../base/fault.ts";
import { type Ids, randomIds } from "../../base/ids.ts";
import { deepFreeze } from "../../base/json.ts";
import { CommittedState } from "../committed-state.ts";
import { defaultRetention, Retention, type RetentionOptions } from "../retention.ts";
import { firstRevision } from "../revision.ts";
import { RevisionIndex } from "../revision-index.ts";
import { SharedOwners } from "../shared-owners.ts";
import { VersionedStore } from "../versioned-store.ts";
import { lockDirectory } from "./directory-lock.ts";
import type { Disk, DiskFile } from "./disk.ts";
import { diskFault } from "./disk-fault.ts";
import { parseObject, visitRecords } from "./file-entry.ts";
import { FileJournal } from "./file-journal.ts";
import { LogFile } from "./log-file.ts";
import { type LogPaths, logPaths } from "./log-paths.ts";
import { LogRewriter } from "./log-rewriter.ts";
import { nodeDisk } from "./node-disk.ts";
import { type ScannedLog, scanLog } from "./scan-log.ts";

/** What happened in the background. */
export type StoreNotice =
  | { readonly type: "compacted"; readonly bytesBefore: number; readonly bytesAfter: number }
  | { readonly type: "compaction-failed"; readonly fault: FairwayError };

/** What the embedded store needs to know. */
export interface EmbeddedStoreOptions {
  /** The data directory; made if it is missing. One process uses it at a time. */
  readonly directory: string;
  /** The kinds that the store takes; asked again with each request. */
  readonly kinds: () => KindCatalog;
  /** How much of the past is kept at the least. */
  readonly retention?: RetentionOptions;
  /** Bytes that a compaction in the background must win to be started; default 8 MiB. */
  readonly minReclaim?: number;
  readonly report?: (notice: StoreNotice) => void;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly disk?: Disk;
}

/** What was cut off at the end of a log: the remains of a commit that a crash interrupted. */
export interface Recovery {
  readonly cutBytes: number;
  readonly lastGoodRevision: string;
}

/** A store that is open, and what opening it found. */
export interface EmbeddedStore {
  readonly store: VersionedStore;
  /** Absent if the log ended cleanly. */
  readonly recovered?: Recovery;
}

/**
 * Opens the durable store in a data directory, or makes a new one. Faults: StoreLocked if another process has it,
 * StoreCorrupt and StoreFormat if its log cannot be used, StoreFull, StoreReadOnly and StoreFailed by the disk.
 */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { disk = nodeDisk, clock = systemClock } = options;
  const paths = logPaths(options.directory);
  try {
    await disk.makeDirectory(paths.directory);
    const lock = lockDirectory(paths, clock.now());
    try {
      return await openLocked(options, disk, paths, () => lock.release());
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw diskFault(error, paths.log);
  }
}

async function openLocked(
  options: EmbeddedStoreOptions,
  disk: Disk,
  paths: LogPaths,
  release: () => void,
): Promise<EmbeddedStore> {
  await disk.remove(paths.next).catch(() => undefined);
  const file = (await disk.open(paths.log)) ?? (await createLog(disk, paths, options.ids ?? randomIds));
  try {
    return await openFile(options, disk, paths, file, release);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openFile(
  options: EmbeddedStoreOptions,
  disk: Disk,
  paths: LogPaths,
  file: DiskFile,
  release: () => void,
): Promise<EmbeddedStore> {
  const { clock = systemClock, ids = randomIds, retention = defaultRetention } = options;
  const scanned = await scanLog(file, paths.log, clock.now() - retention.age);
  const { entries, header, end, size, tornBytes, newest } = scanned;
  const log = new LogFile(file, paths.log, { end, size, torn: tornBytes > 0 });
  const owners = new SharedOwners();
  const current = storedForm(options.kinds());
  const restore = (resource: Resource) => owners.restored(current(resource));
  const state = await loadState(log, scanned, restore);
  const journal = new FileJournal(
    { disk, paths, clock, minReclaim: options.minReclaim ?? 8 * 1024 * 1024, restore, release, ...reporting(options) },
    { header, log, entries },
  );
  const aged = Math.max(scanned.aged, header.compacted);
  const kept = new Retention(retention, clock, aged);
  const store = new VersionedStore({ kinds: options.kinds, clock, ids, journal, state, retention: kept, owners });
  if (tornBytes === 0) return { store };
  return { store, recovered: { cutBytes: tornBytes, lastGoodRevision: String(newest) } };
}

function reporting({ report }: EmbeddedStoreOptions) {
  return {
    compacted: (bytesBefore: number, bytesAfter: number) => report?.({ type: "compacted", bytesBefore, bytesAfter }),
    compactionFailed: (fault: FairwayError) => report?.({ type: "compaction-failed", fault }),
  };
}

/** A log without objects appears under its name only when it is complete. */
async function createLog(disk: Disk, paths: LogPaths, ids: Ids): Promise<DiskFile> {
  const header = { storeId: ids.uuid(), compacted: firstRevision, newest: firstRevision };
  const rewriter = await LogRewriter.begin(disk, paths.next, header);
  const { file } = rewriter.take();
  try {
    await rewriter.sync();
    await disk.rename(paths.next, paths.log);
    await disk.syncDirectory(paths.directory);
    await disk.syncDirectory(dirname(paths.directory));
    return file;
  } catch (error) {
    await rewriter.close();
    throw error;
  }
}

/** Parses the objects that are current; all other records stay on disk until they are asked for. */
async function loadState(
  log: LogFile,
  { entries, newest }: ScannedLog,
  restore: (resource: Resource) => Resource,
): Promise<CommittedState> {
  const state = new CommittedState(newest);
  const restorers = new Map<GroupKind, (id: string, resource: Resource) => void>();
  for (const { type } of entries) if (!restorers.has(type)) restorers.set(type, state.restorer(type));
  const live = new RevisionIndex(entries).retained(newest);
  await visitRecords(log, live, (entry, bytes, record) => {
    restorers.get(entry.type)?.(entry.id, restore(parseObject(entry, bytes, record)));
  });
  return state;
}

/** What was written when another version of its kind was the stored one is handed out in today's. */
function storedForm(kinds: KindCatalog): (resource: Resource) => Resource {
  const current = new Set(kinds.all.map((kind) => `${apiVersionOf(kind.group, storedVersion(kind))} ${kind.kind}`));
  return (resource) => {
    if (current.has(`${resource.apiVersion} ${resource.kind}`)) return resource;
    return kinds.findFor(resource) ? deepFreeze(kinds.toStored(resource)) : resource;
  };
}
