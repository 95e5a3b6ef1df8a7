import type { Proxy as MeshProxy } from "../core/index.ts";
import type { Secret } from "../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import type { ConfigProblem } from "../mesh/index.ts";
import {
  type BuildFailure,
  buildAll,
  type NameTable,
  partsOf,
  plansOf,
  secretNames,
  type Translation,
  type View,
} from "../translate/index.ts";
import type { OfflineMesh } from "./offline-mesh.ts";
import { offlineSecrets } from "./offline-secrets.ts";

export interface BesideOptions {
  readonly mesh: Pick<OfflineMesh, "snapshot" | "resources">;
  readonly proxy: MeshProxy;
  readonly view: View;
  readonly translation: Translation;
  /** The short names of the types that are asked for. */
  readonly types: ReadonlySet<string>;
}

/** What a proxy and its agent would be sent beside the resources that translation makes. */
export interface Beside {
  readonly secrets: readonly Secret[];
  readonly nameTables: readonly NameTable[];
  readonly problems: readonly ConfigProblem[];
  readonly failures: readonly BuildFailure[];
}

/** Finds the secrets that clusters and listeners refer to, as Envoy would, and makes the table of names. */
export function beside({ mesh, proxy, view, translation, types }: BesideOptions): Beside {
  const { clusters, listeners } = translation;
  const names = types.has("sds") ? secretNames([...clusters, ...listeners].map(({ message }) => message)) : [];
  const { trustDomain } = mesh.snapshot.settings;
  const found = offlineSecrets(names, proxy, trustDomain, mesh.resources);
  const failures: BuildFailure[] = [];
  const tables = buildAll(types.has("nds") ? plansOf(partsOf.nameTables(view), []) : [], failures);
  return { ...found, nameTables: tables.map(({ message }) => message), failures };
}
