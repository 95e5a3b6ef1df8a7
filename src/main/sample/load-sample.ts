import { checkDocuments, formatGroupKind, type KindCatalog, type Resource, readDocuments } from "../../api/index.ts";
import { FairwayError } from "../../base/fault.ts";
import type { LogScope } from "../../base/log.ts";
import type { ResourceStore } from "../../core/index.ts";
import { isConfigKind } from "../config-kinds.ts";
import { bookinfo, type Place } from "./bookinfo.ts";

/** On objects of a sample: its name. */
const sampleLabel = "fairway.dev/sample";

/** Kinds besides the mesh's own that a store in use has. */
const workKinds: ReadonlySet<string> = new Set(["Service", "Pod", "apps/Deployment", "apps/StatefulSet"]);

/** Addresses that are nobody's, for workloads that nobody runs. */
const nobodys = (last: number): Place => ({ address: `192.0.2.${last}`, port: 9080 });

/** The samples by name. */
const samples: { readonly [name: string]: () => ReadonlyMap<string, string> } = {
  bookinfo: () =>
    bookinfo({
      services: {
        productpage: { v1: nobodys(10) },
        details: { v1: nobodys(20) },
        reviews: { v1: nobodys(31), v2: nobodys(32), v3: nobodys(33) },
        ratings: { v1: nobodys(40) },
      },
      ingress: { port: 8080 },
    }),
};

/**
 * Puts the objects of a sample into a store that has no configuration of its own. One that has the sample already is left
 * as it is; any other is a Settings fault, so that a mesh in use never gets strangers.
 */
export async function loadSample(name: string, store: ResourceStore, log: LogScope): Promise<void> {
  const make = Object.hasOwn(samples, name) ? samples[name] : undefined;
  if (!make) {
    throw new FairwayError("Settings", `--sample must be one of ${Object.keys(samples).join(", ")}, not '${name}'`);
  }
  const present = await configuration(store);
  if (present.some(({ metadata }) => metadata.labels?.[sampleLabel] === name)) {
    log.info("The sample is there already and is left as it is", { sample: name });
    return;
  }
  const [first] = present;
  if (first) {
    const { kind, metadata } = first;
    const example = `${kind} ${metadata.namespace}/${metadata.name}`;
    const message = `--sample is for an empty store, and this one has ${present.length} objects of its own (such as ${example})`;
    throw new FairwayError("Settings", `${message}: choose another --data-dir, or start without --sample`);
  }
  for (const object of objectsOf(make(), store.kinds(), name)) await store.create(object);
  log.info("The sample is in the store", { sample: name });
}

async function configuration(store: ResourceStore): Promise<readonly Resource[]> {
  const kinds = store.kinds().all.filter((kind) => isConfigKind(kind) || workKinds.has(formatGroupKind(kind)));
  const lists = await Promise.all(kinds.map((kind) => store.list(kind, "")));
  return lists.flatMap(({ items }) => items);
}

/** The objects of a sample's files, marked with its name. */
function objectsOf(files: ReadonlyMap<string, string>, kinds: KindCatalog, name: string): readonly Resource[] {
  return [...files].flatMap(([file, text]) => {
    const { documents } = readDocuments(Buffer.from(text), file);
    const found = checkDocuments(documents, kinds).flatMap(({ resource }) => resource ?? []);
    return found.map((object) => ({
      ...object,
      metadata: { ...object.metadata, labels: { ...object.metadata.labels, [sampleLabel]: name } },
    }));
  });
}
