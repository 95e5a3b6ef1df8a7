import { isObject } from "../../base/json.ts";
import type { KindDefinition, KindVersion } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { type OpenApiSchema, toOpenApi } from "../schema/openapi.ts";
import { given } from "./given.ts";

/** The CustomResourceDefinition with which a Kubernetes cluster learns one of our kinds. Its checks stay behind. */
export function crdManifest(kind: KindDefinition): Resource {
  const { group, plural, singular, shortNames, categories } = kind;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: {
        kind: kind.kind,
        listKind: `${kind.kind}List`,
        plural,
        singular,
        ...(shortNames.length > 0 && { shortNames }),
        ...(categories.length > 0 && { categories }),
      },
      scope: kind.namespaced ? "Namespaced" : "Cluster",
      versions: kind.versions.map((version, index) => versionForm(kind, version, index === 0)),
    },
  };
}

function versionForm(kind: KindDefinition, version: KindVersion, storage: boolean): OpenApiSchema {
  const { deprecation } = version;
  return {
    name: version.name,
    served: true,
    storage,
    ...(deprecation !== undefined && { deprecated: true, deprecationWarning: deprecation.slice(0, 256) }),
    schema: { openAPIV3Schema: rootForm(kind, version) },
    ...(kind.statusSubresource && { subresources: { status: {} } }),
    additionalPrinterColumns: columnForms(kind),
  };
}

function rootForm(kind: KindDefinition, version: KindVersion): OpenApiSchema {
  const own = toOpenApi(version.schema ?? kind.schema, kind.doc);
  return {
    ...own,
    properties: {
      apiVersion: { description: "Group and version of the object's form.", type: "string" },
      kind: { description: "The object's kind.", type: "string" },
      metadata: { type: "object" },
      ...(isObject(own.properties) && own.properties),
    },
  };
}

/** Cells that are computed have no place in a definition; the age, which others add here, needs one. */
function columnForms(kind: KindDefinition): OpenApiSchema[] {
  const own = kind.columns.flatMap(({ name, type, format, doc, priority, jsonPath }) =>
    jsonPath === undefined
      ? []
      : [{ name, type, ...given({ format, priority: priority || undefined }), description: doc, jsonPath }],
  );
  return [...own, { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" }];
}
