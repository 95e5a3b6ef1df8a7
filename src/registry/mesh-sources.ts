import type { Resource, ResourceKey } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import { FileWatcher } from "../base/file-watcher.ts";
import { isObject } from "../base/json.ts";
import type { ResourceStore, Watch } from "../core/index.ts";
import type { MeshDocument, MeshWatcher } from "./mesh-watcher.ts";

/** Something that feeds a MeshWatcher until it is closed. */
export interface MeshSource {
  close(): Promise<void>;
}

export interface MeshFileOptions {
  readonly watcher: MeshWatcher;
  readonly document: MeshDocument;
  readonly file: string;
  readonly clock?: Clock;
  /** As FileWatcher's. */
  readonly quiet?: number;
  readonly poll?: number;
}

/**
 * Feeds a document from a file. Resolves when it was read for the first time. While the file is gone what was in force
 * stays: a disk that is not mounted must not undo the mesh's configuration.
 */
export async function watchMeshFile({ watcher, document, ...options }: MeshFileOptions): Promise<MeshSource> {
  const changed = (content: Uint8Array | undefined) => {
    if (content !== undefined) watcher.take(document, content);
  };
  const files = new FileWatcher({ ...options, changed });
  await files.read();
  return files;
}

export interface MeshConfigMapOptions {
  readonly watcher: MeshWatcher;
  readonly store: Pick<ResourceStore, "get" | "watch">;
  /** Namespace of the ConfigMap: the mesh's root namespace. */
  readonly namespace: string;
  /** Default `istio`. */
  readonly name?: string;
  /** Which of the documents in it count; default: both. */
  readonly documents?: ReadonlySet<MeshDocument>;
  /** Told of faults of the store, after which nothing more is followed. */
  readonly fault?: (fault: FairwayError) => void;
}

/** Keys of the ConfigMap. */
const keys = { mesh: "mesh", networks: "meshNetworks" } as const;
const bothDocuments: ReadonlySet<MeshDocument> = new Set(["mesh", "networks"]);

/**
 * Feeds both documents from the ConfigMap in which Istio keeps them. Resolves when it was read for the first time. When
 * it is deleted the defaults are in force.
 */
export async function watchMeshConfigMap(options: MeshConfigMapOptions): Promise<MeshSource> {
  const { watcher, store, namespace, name = "istio", documents = bothDocuments, fault = () => undefined } = options;
  const take = (configMap: Resource | undefined) => takeConfigMap(watcher, documents, configMap);
  const key: ResourceKey = { group: "", kind: "ConfigMap", namespace, name };
  let watch: Watch | undefined;
  let closed = false;
  const read = async () => {
    watch = store.watch({ types: [key], namespace });
    take(await store.get(key));
  };
  const follow = async () => {
    while (!closed) {
      try {
        for (let events = await watch?.next(); events; events = await watch?.next()) {
          const own = events.findLast(({ resource }) => resource.metadata.name === name);
          if (own) take(own.type === "DELETED" ? undefined : own.resource);
        }
        return;
      } catch (error) {
        if (!isFault(error, "Expired")) return fault(FairwayError.from(error));
        await read();
      }
    }
  };
  await read();
  const following = follow();
  return {
    async close() {
      closed = true;
      watch?.close();
      await following;
    },
  };
}

function takeConfigMap(
  watcher: MeshWatcher,
  documents: ReadonlySet<MeshDocument>,
  configMap: Resource | undefined,
): void {
  const data = configMap?.["data"];
  for (const document of documents) {
    const text = isObject(data) ? data[keys[document]] : undefined;
    watcher.take(document, typeof text === "string" ? text : undefined);
  }
}
