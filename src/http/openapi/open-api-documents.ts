import { createHash } from "node:crypto";
import { apiVersionOf, type KindCatalog } from "../../api/index.ts";
import type { ServedKind } from "./definitions.ts";
import { openApiV2 } from "./open-api-v2.ts";
import { openApiV3 } from "./open-api-v3.ts";
import { toGnostic } from "./to-gnostic.ts";

/** A document that was made once, and the tag by which clients know whether they have it. */
export interface KeptDocument {
  readonly bytes: Uint8Array;
  readonly tag: string;
}

/** What is remembered for one state of the kinds. */
interface Kept {
  readonly kinds: KindCatalog;
  index?: object;
  protobuf?: KeptDocument;
}

/**
 * The OpenAPI documents of the kinds that are known now. They are large and made when they are asked for: clients keep
 * them, by the hash that the index gives. Only what kubectl asks for each time it runs is kept.
 */
export class OpenApiDocuments {
  readonly #version: string;
  #kept: Kept | undefined;

  /** `version` is the server's, as documents tell it. */
  constructor(version: string) {
    this.#version = version;
  }

  /** `/openapi/v3`: where the document of each group and version is. */
  index(kinds: KindCatalog): object {
    const kept = this.#keptFor(kinds);
    kept.index ??= this.#index(kinds);
    return kept.index;
  }

  /** `/openapi/v3/apis/GROUP/VERSION`; undefined if nothing is served there. */
  v3(kinds: KindCatalog, group: string, version: string): object | undefined {
    const found = served(kinds, group, version);
    return found.length === 0 ? undefined : openApiV3(found, this.#version);
  }

  /** `/openapi/v2`: everything in one document. */
  v2(kinds: KindCatalog): object {
    return openApiV2(all(kinds), this.#version);
  }

  /** As `v2`, in protobuf. */
  v2Protobuf(kinds: KindCatalog): KeptDocument {
    const kept = this.#keptFor(kinds);
    kept.protobuf ??= keep(toGnostic(this.v2(kinds)));
    return kept.protobuf;
  }

  #keptFor(kinds: KindCatalog): Kept {
    if (this.#kept?.kinds !== kinds) this.#kept = { kinds };
    return this.#kept;
  }

  #index(kinds: KindCatalog): object {
    const paths = groupVersions(kinds).map(({ group, version }) => {
      const path = `${group === "" ? "api" : "apis"}/${apiVersionOf(group, version)}`;
      const text = JSON.stringify(this.v3(kinds, group, version));
      const hash = createHash("sha256").update(text).digest("hex").toUpperCase();
      return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }];
    });
    return { paths: Object.fromEntries(paths) };
  }
}

function keep(bytes: Uint8Array): KeptDocument {
  return { bytes, tag: `"${createHash("sha256").update(bytes).digest("hex")}"` };
}

function all(kinds: KindCatalog): readonly ServedKind[] {
  return kinds.all.flatMap((kind) => kind.versions.map((version) => ({ kind, version })));
}

function served(kinds: KindCatalog, group: string, version: string): readonly ServedKind[] {
  return all(kinds).filter((each) => each.kind.group === group && each.version.name === version);
}

function groupVersions(kinds: KindCatalog): readonly { readonly group: string; readonly version: string }[] {
  const found = new Map(
    all(kinds).map(({ kind, version }) => [
      apiVersionOf(kind.group, version.name),
      { group: kind.group, version: version.name },
    ]),
  );
  return [...found.values()];
}
