import { createHash } from "node:crypto";
import { apiVersionOf, type KindCatalog } from "../../api/index.ts";
import type { ServedKind } from "./definitions.ts";
import { openApiV2 } from "./open-api-v2.ts";
import { openApiV3 } from "./open-api-v3.ts";

/**
 * The OpenAPI documents of the kinds that are known now. They are made when they are asked for and not kept: clients keep
 * them, by the hash that the index gives, and they are large.
 */
export class OpenApiDocuments {
  readonly #version: string;
  #indexed: { readonly kinds: KindCatalog; readonly index: object } | undefined;

  /** `version` is the server's, as documents tell it. */
  constructor(version: string) {
    this.#version = version;
  }

  /** `/openapi/v3`: where the document of each group and version is. */
  index(kinds: KindCatalog): object {
    if (this.#indexed?.kinds !== kinds) this.#indexed = { kinds, index: this.#index(kinds) };
    return this.#indexed.index;
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
