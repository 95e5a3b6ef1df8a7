import { isObject, jsonEqual } from "../../base/json.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { bool, map, obj, opt, ptr, str } from "../schema/build.ts";
import { bytes } from "../schema/formats.ts";
import { areDataKeys, checkDataSize, checkImmutable } from "./check-data.ts";

/** Small pieces of data that must not be shown around, such as keys and certificates. */
export interface Secret extends Resource {
  /** Base64, without line breaks. */
  readonly data?: { readonly [key: string]: string } | undefined;
  /** Default `Opaque`; cannot change. */
  readonly type?: string | undefined;
  readonly immutable?: boolean | undefined;
}

/** What data a Secret of a type must have: all, or with `any` one, of the keys. */
const typeKeys: { readonly [type: string]: { readonly all: readonly string[] } | { readonly any: readonly string[] } } =
  {
    "kubernetes.io/tls": { all: ["tls.crt", "tls.key"] },
    "kubernetes.io/dockerconfigjson": { all: [".dockerconfigjson"] },
    "kubernetes.io/dockercfg": { all: [".dockercfg"] },
    "kubernetes.io/ssh-auth": { all: ["ssh-privatekey"] },
    "kubernetes.io/basic-auth": { any: ["username", "password"] },
  };

/** Type of Secrets in which somebody asks for a lasting token of a ServiceAccount. */
export const accountTokenType = "kubernetes.io/service-account-token";

/** On such a Secret: the account, which is in the same namespace. */
export const accountAnnotation = "kubernetes.io/service-account.name";

export const secretKind = defineKind<Secret>({
  group: "",
  kind: "Secret",
  versions: [{ name: "v1" }],
  doc: "Small pieces of data that must not be shown around, such as keys and certificates.",
  selectableFields: ["type"],
  schema: obj({
    data: opt(2, map(bytes(), { checks: [areDataKeys] }), "The data by key, in base64."),
    stringData: opt(4, map(str()), "Data in plain text: moved into `data` on writing, and never read back."),
    type: opt(3, str({ emptyIsAbsent: true }), "What the data is for, such as 'kubernetes.io/tls'; cannot change.", {
      default: "Opaque",
    }),
    immutable: ptr(5, bool(), "Whether the data can no longer change; default false."),
  }),
  statusSubresource: false,
  generation: false,
  columns: [
    column<Secret>("Type", (secret) => secret.type, "What the data is for."),
    column<Secret>("Data", (secret) => Object.keys(secret.data ?? {}).length, "Number of keys.", { type: "integer" }),
  ],
  normalize: mergeStringData,
  validate(secret, report) {
    checkTypeKeys(secret, report);
    checkDataSize(
      Object.values(secret.data ?? {}).map((text) => Buffer.byteLength(text, "base64")),
      report,
    );
  },
  validateUpdate(secret, old, report) {
    if (secret.type !== old.type) report("FW0116", `must stay '${old.type}'`, "type");
    checkImmutable(secret, old, ["data"], report);
  },
  protobuf: { message: "k8s.io.api.core.v1.Secret", of: "object" },
});

/** Moves `stringData` into `data` and takes line breaks out of base64. Data of the wrong type is left to be reported. */
function mergeStringData(resource: Resource): Resource {
  const { stringData, ...kept } = resource;
  const { data = {} } = resource;
  if (!isObject(data) || (stringData !== undefined && !isObject(stringData))) return resource;
  const texts = Object.entries(stringData ?? {});
  if (texts.some(([, text]) => typeof text !== "string" && text !== null)) return resource;
  const merged = Object.fromEntries([
    ...Object.entries(data).map(([key, value]) => [key, canonical(value)]),
    ...texts.map(([key, text]) => [key, Buffer.from(String(text ?? "")).toString("base64")]),
  ]);
  if (jsonEqual(merged, data)) return stringData === undefined ? resource : (kept as Resource);
  return { ...(kept as Resource), data: merged };
}

function canonical(value: unknown): unknown {
  if (value === null) return "";
  return typeof value === "string" ? value.replace(/[\r\n]/g, "") : value;
}

function checkTypeKeys(secret: Secret, report: Report): void {
  const { data = {}, type = "" } = secret;
  if (type === accountTokenType && !secret.metadata.annotations?.[accountAnnotation]) {
    report("FW0652", `must be set with the type '${type}'`, "metadata", "annotations", accountAnnotation);
  }
  const rule = Object.hasOwn(typeKeys, type) ? typeKeys[type] : undefined;
  if (rule === undefined) return;
  if ("any" in rule) {
    if (!rule.any.some((key) => Object.hasOwn(data, key))) {
      report("FW0652", `must have ${rule.any.map((key) => `'${key}'`).join(" or ")} with the type '${type}'`, "data");
    }
    return;
  }
  for (const key of rule.all) {
    const value = data[key];
    if (value === undefined) report("FW0652", `must be set with the type '${type}'`, "data", key);
    else if (key.startsWith(".docker") && !isJson(value)) report("FW0107", "must hold JSON", "data", key);
  }
}

function isJson(base64: string): boolean {
  try {
    JSON.parse(Buffer.from(base64, "base64").toString());
    return true;
  } catch {
    return false;
  }
}
