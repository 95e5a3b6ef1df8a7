import type { ScalarTag, Tags } from "yaml";

const bool: ScalarTag = {
  tag: "tag:yaml.org,2002:bool",
  default: true,
  identify: (value) => typeof value === "boolean",
  test: /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON|n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/,
  resolve: (text) => /^(?:y|t|on)/i.test(text),
};

const octal: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  format: "OCT",
  identify: (value) => typeof value === "number" && Number.isInteger(value),
  test: /^[-+]?0o?[0-7]+$/,
  resolve: (text) => Number.parseInt(text.replace("o", ""), 8),
};

/**
 * The core tags with two habits of YAML 1.1 that kubectl has kept, so that a file means the same here and there:
 * `yes`, `no`, `on` and `off` are booleans, and `0644` is octal.
 */
export function kubernetesTags(core: Tags): Tags {
  const kept = core.filter((tag) => typeof tag === "string" || tag.tag !== bool.tag);
  return [bool, octal, ...kept];
}
