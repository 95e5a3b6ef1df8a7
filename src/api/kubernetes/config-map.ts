import { isObject } from "../../base/json.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { bool, map, obj, opt, ptr, str } from "../schema/build.ts";
import { bytes } from "../schema/formats.ts";
import { areDataKeys, checkDataSize, checkImmutable } from "./check-data.ts";

/** Configuration that programs read, as texts by key. */
export interface ConfigMap extends Resource {
  readonly data?: { readonly [key: string]: string } | undefined;
  /** Base64. */
  readonly binaryData?: { readonly [key: string]: string } | undefined;
  readonly immutable?: boolean | undefined;
}

export const configMapKind = defineKind<ConfigMap>({
  group: "",
  kind: "ConfigMap",
  shortNames: ["cm"],
  versions: [{ name: "v1" }],
  doc: "Configuration that programs read, as texts by key.",
  schema: obj({
    data: opt(2, map(str(), { checks: [areDataKeys] }), "Texts by key."),
    binaryData: opt(3, map(bytes(), { checks: [areDataKeys] }), "Other data by key, in base64."),
    immutable: ptr(4, bool(), "Whether the data can no longer change; default false."),
  }),
  statusSubresource: false,
  generation: false,
  columns: [column<ConfigMap>("Data", countKeys, "Number of keys.", { type: "integer" })],
  normalize: fillNulls,
  validate(configMap, report) {
    const { data = {}, binaryData = {} } = configMap;
    for (const key of Object.keys(binaryData)) {
      if (Object.hasOwn(data, key)) report("FW0111", "must not be in `data` as well", "binaryData", key);
    }
    checkDataSize(
      [
        ...Object.values(data).map((text) => Buffer.byteLength(text)),
        ...Object.values(binaryData).map((text) => Buffer.byteLength(text, "base64")),
      ],
      report,
    );
  },
  validateUpdate: (configMap, old, report) => checkImmutable(configMap, old, ["data", "binaryData"], report),
  protobuf: { message: "k8s.io.api.core.v1.ConfigMap", of: "object" },
});

function countKeys({ data = {}, binaryData = {} }: ConfigMap): number {
  return Object.keys(data).length + Object.keys(binaryData).length;
}

/** A key without a value stands for an empty text. */
function fillNulls(resource: Resource): Resource {
  const { data } = resource;
  if (!isObject(data) || !Object.values(data).includes(null)) return resource;
  const filled = Object.entries(data).map(([key, value]) => [key, value ?? ""]);
  return { ...resource, data: Object.fromEntries(filled) };
}
