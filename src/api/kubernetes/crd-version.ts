import type { Report } from "../problem.ts";
import { bool, choice, int32, lazy, list, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer, InferFields } from "../schema/schema.ts";
import { isCrdName } from "./crd-names.ts";
import { type JsonSchemaProps, jsonSchemaProps } from "./json-schema-props.ts";

const isPlainPath: Check<string> = (path, report) => {
  if (!path.startsWith(".")) report("FW0681", `must be a JSONPath such as '.spec.replicas', not '${path}'`);
};

const jsonPath = str({ checks: [isPlainPath] });

const scale = obj({
  specReplicasPath: req(1, jsonPath, "Where the object says how many replicas are wanted, below `.spec`."),
  statusReplicasPath: req(2, jsonPath, "Where the object says how many replicas there are, below `.status`."),
  labelSelectorPath: opt(3, jsonPath, "Where the object holds the selector of its pods as text, for autoscalers."),
});

const subresources = obj({
  status: opt(1, obj({}), "Gives the kind a `/status` of its own; `status` is then written through it only."),
  scale: opt(2, scale, "Gives the kind a `/scale`, with which `kubectl scale` and autoscalers work."),
});

const printerColumn = obj({
  name: req(1, str(), "Head of the column."),
  type: req(
    2,
    choice(["integer", "number", "string", "boolean", "date"]),
    "Type of the cells: 'integer', 'number', 'string', 'boolean' or 'date'.",
  ),
  format: opt(3, str(), "Finer type of the cells, such as 'int32'."),
  description: opt(4, str(), "What the column shows."),
  priority: opt(5, int32(), "0 (the default) is always shown, more only in wide output."),
  jsonPath: req(6, jsonPath, "Where in the object the cell's value is."),
});

const versionFields = {
  name: req(1, str({ checks: [isCrdName] }), "Name of the version, such as 'v1beta1'."),
  served: req(2, bool(), "Whether the API serves the version."),
  storage: req(3, bool(), "Whether objects are stored in the version; exactly one version is."),
  deprecated: opt(7, bool(), "Whether clients of the version are warned; default false."),
  deprecationWarning: opt(
    8,
    str({ maxLength: 256 }),
    "What clients of a deprecated version are told; a general sentence by default.",
  ),
  schema: opt(
    4,
    obj({
      openAPIV3Schema: opt(
        1,
        lazy<JsonSchemaProps>(() => jsonSchemaProps),
        "The schema, in OpenAPI's form.",
      ),
    }),
    "Schema of the version's objects.",
  ),
  subresources: opt(5, subresources, "Subresources of the version's objects; none by default."),
  additionalPrinterColumns: opt(
    6,
    list(printerColumn),
    "Columns of `kubectl get` besides the name; the age by default.",
  ),
  selectableFields: opt(
    9,
    list(obj({ jsonPath: req(1, jsonPath, "Path of the field, such as '.spec.color'.") }), { maxItems: 8 }),
    "Fields by which lists can be filtered with field selectors.",
  ),
};

function checkVersion(version: InferFields<typeof versionFields>, report: Report): void {
  if (version.schema?.openAPIV3Schema === undefined) report("FW0681", "must have `openAPIV3Schema`", "schema");
  if (version.deprecationWarning !== undefined && !version.deprecated) {
    report("FW0112", "must be set together with `deprecated`", "deprecationWarning");
  }
}

/** A version of a custom kind. */
export const crdVersion = obj(versionFields, { checks: [checkVersion] });

export interface CrdVersion extends Infer<typeof crdVersion> {}
