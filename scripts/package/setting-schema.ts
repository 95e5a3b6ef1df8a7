import { logLevels } from "../../src/base/log.ts";
import type { Setting } from "../../src/settings/index.ts";

/** A JSON schema, as far as a chart's values need one. */
export type JsonSchema = { readonly [keyword: string]: unknown };

const level = `(${logLevels.join("|")})`;

const forms: { readonly [type in Exclude<Setting["type"], "choice">]: JsonSchema } = {
  text: { type: "string", minLength: 1 },
  path: { type: "string", minLength: 1 },
  address: { type: "string", pattern: "^.*:[0-9]{1,5}$" },
  count: { type: "integer", minimum: 0, maximum: 999_999_999 },
  duration: { type: "string", pattern: "^(0|([0-9]+\\.?[0-9]*(ns|us|ms|s|m|h))+)$" },
  words: { type: "array", items: { type: "string", minLength: 1 } },
  level: { type: "string", enum: logLevels },
  levels: { type: "string", pattern: `^[a-z]+=${level}(,[a-z]+=${level})*$` },
};

/** What a setting may be in a chart's values: the same as as a flag, but numbers, lists and yes or no as such. */
function settingSchema({ type, default: standard, doc }: Setting): JsonSchema {
  const description = standard === "" ? doc : `${doc} Default: ${standard}.`;
  return { ...(type === "choice" ? choice(standard) : forms[type]), description };
}

function choice(standard: string): JsonSchema {
  const isYesOrNo = standard === "true" || standard === "false";
  return isYesOrNo ? { type: "boolean" } : { type: "string", enum: ["json", "text", "auto"] };
}

/** Settings by their flags, without those that a chart decides on itself or that mean nothing in it. */
export function settingsSchema(table: readonly Setting[], without: ReadonlySet<string>): JsonSchema {
  const own = table.filter(({ flag }) => !without.has(flag));
  return {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(own.map((setting) => [setting.flag, settingSchema(setting)])),
  };
}
