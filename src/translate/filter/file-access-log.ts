import { isObject } from "../../base/json.ts";
import type { AccessLog } from "../../gen/envoy/config/accesslog/v3.ts";
import type { SubstitutionFormatString, TypedExtensionConfig } from "../../gen/envoy/config/core/v3.ts";
import { any } from "../any.ts";
import { jsonLogFormat, textLogFormat } from "./log-format.ts";

/** What a file of access logs looks like. */
export interface FileLog {
  readonly path: string;
  /** A text with operators, or a JSON object whose values are such; empty: the mesh's own. */
  readonly format: string | { readonly [key: string]: unknown };
  readonly json: boolean;
  readonly omitEmptyValues?: boolean;
}

/** Access logs in a file of the proxy's container. */
export function fileAccessLog({ path, format, json, omitEmptyValues }: FileLog): AccessLog {
  const logFormat = {
    ...(json ? jsonFormat(format) : textFormat(format)),
    ...(omitEmptyValues && { omitEmptyValues }),
  };
  return {
    name: "envoy.access_loggers.file",
    typedConfig: any("envoy.extensions.access_loggers.file.v3.FileAccessLog", { path, logFormat }),
  };
}

function textFormat(format: FileLog["format"]): SubstitutionFormatString {
  const text = typeof format === "string" && format !== "" ? format : textLogFormat;
  return {
    textFormatSource: { inlineString: text.endsWith("\n") ? text : `${text}\n` },
    ...formattersFor(text),
  };
}

function jsonFormat(format: FileLog["format"]): SubstitutionFormatString {
  const fields = typeof format === "string" ? parseObject(format) : format;
  const chosen = fields && Object.keys(fields).length > 0 ? fields : jsonLogFormat;
  return { jsonFormat: chosen, jsonFormatOptions: {}, ...formattersFor(JSON.stringify(chosen)) };
}

/** The mesh's format is text in its configuration; what is no object gives the mesh's own format. */
function parseObject(text: string): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Operators that are extensions of Envoy, which a format must name to use them. */
const extensions: readonly (readonly [operator: string, formatter: TypedExtensionConfig])[] = [
  [
    "%REQ_WITHOUT_QUERY(",
    {
      name: "envoy.formatter.req_without_query",
      typedConfig: any("envoy.extensions.formatter.req_without_query.v3.ReqWithoutQuery", {}),
    },
  ],
  [
    "%METADATA(",
    { name: "envoy.formatter.metadata", typedConfig: any("envoy.extensions.formatter.metadata.v3.Metadata", {}) },
  ],
  ["%CEL(", { name: "envoy.formatter.cel", typedConfig: any("envoy.extensions.formatter.cel.v3.Cel", {}) }],
];

function formattersFor(text: string): Pick<SubstitutionFormatString, "formatters"> {
  const formatters = extensions.filter(([operator]) => text.includes(operator)).map(([, formatter]) => formatter);
  return formatters.length > 0 ? { formatters } : {};
}
