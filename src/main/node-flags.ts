import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";

/** The value of `--metadata`: a JSON object. */
export function parseMetadata(text: string): { readonly [key: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Said below, with the other ways of being wrong.
  }
  throw new FairwayError("Settings", '--metadata must be a JSON object, such as \'{"ISTIO_VERSION": "1.31.0"}\'');
}

/** The value of `--labels`: `app=web,version=v1`. */
export function parseLabels(text: string): { readonly [key: string]: string } {
  const pairs = text.split(",").map((pair) => pair.trim());
  const split = pairs.filter((pair) => pair !== "").map((pair) => [pair, pair.indexOf("=")] as const);
  const wrong = split.find(([, at]) => at < 1);
  if (wrong)
    throw new FairwayError("Settings", `--labels must be pairs such as app=web,version=v1: '${wrong[0]}' is none`);
  return Object.fromEntries(split.map(([pair, at]) => [pair.slice(0, at), pair.slice(at + 1)]));
}
