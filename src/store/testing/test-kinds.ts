import { KindCatalog } from "../../api/catalog.ts";
import { defineKind } from "../../api/kind.ts";
import type { Resource } from "../../api/resource.ts";
import { any, obj, opt } from "../../api/schema/build.ts";

const free = obj({ spec: opt(0, any(), "Anything."), status: opt(0, any(), "Anything.") }, { open: true });

/** A namespaced kind with status and generation, in two versions that differ in the name of one field. */
export const gadgets = defineKind({
  group: "test.fairway.dev",
  kind: "Gadget",
  doc: "A kind with everything.",
  schema: free,
  versions: [
    { name: "v1" },
    {
      name: "v1beta1",
      toStored: ({ oldSpec, ...rest }) => ({ ...rest, spec: oldSpec }) as unknown as Resource,
      fromStored: ({ spec, ...rest }) => ({ ...rest, oldSpec: spec }) as unknown as Resource,
    },
  ],
});

/** A cluster-scoped kind. */
export const sites = defineKind({
  group: "test.fairway.dev",
  kind: "Site",
  doc: "A kind without namespaces.",
  schema: free,
  versions: [{ name: "v1" }],
  namespaced: false,
});

/** A kind without spec, status and generation, in another group. */
export const notes = defineKind({
  group: "plain.fairway.dev",
  kind: "Note",
  doc: "A kind of plain data.",
  schema: free,
  versions: [{ name: "v1" }],
  statusSubresource: false,
  generation: false,
});

/** Another face of Note: its objects are kept as Notes. */
export const memos = defineKind({
  group: "test.fairway.dev",
  kind: "Memo",
  doc: "A Note under another name.",
  schema: free,
  storedAs: { group: "plain.fairway.dev", kind: "Note" },
  versions: [
    {
      name: "v1",
      toStored: ({ memo, ...rest }) => ({ ...rest, data: memo }) as unknown as Resource,
      fromStored: ({ data, ...rest }) => ({ ...rest, memo: data }) as unknown as Resource,
    },
  ],
});

/** All of them. */
export const testKinds = new KindCatalog([sites, gadgets, notes, memos]);

/** A Gadget as a user would write it. */
export function gadget(name: string, fields: Record<string, unknown> = {}): Resource {
  const { metadata, ...rest } = fields;
  return {
    apiVersion: "test.fairway.dev/v1",
    kind: "Gadget",
    metadata: { name, namespace: "default", ...(metadata as object) },
    ...rest,
  };
}

/** A Site as a user would write it. */
export function site(name: string, fields: Record<string, unknown> = {}): Resource {
  return { apiVersion: "test.fairway.dev/v1", kind: "Site", metadata: { name }, ...fields };
}

/** A Note as a user would write it. */
export function note(name: string, fields: Record<string, unknown> = {}): Resource {
  return { apiVersion: "plain.fairway.dev/v1", kind: "Note", metadata: { name, namespace: "default" }, ...fields };
}

/** The key of a Gadget in the namespace `default`. */
export const gadgetKey = (name: string, namespace = "default") => ({
  group: "test.fairway.dev",
  kind: "Gadget",
  namespace,
  name,
});
