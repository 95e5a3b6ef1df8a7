import { isObject } from "../../base/json.ts";
import type { Check } from "../schema/schema.ts";

/** Members that a key of each type must have, by RFC 7518 and RFC 8037. */
const membersOf: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["RSA", ["n", "e"]],
  ["EC", ["crv", "x", "y"]],
  ["OKP", ["crv", "x"]],
  ["oct", ["k"]],
]);

/** The JSON text of a key set, or of one key. Only the form is looked at, not the keys' mathematics. */
export const isJsonWebKeys: Check<string> = (text, report) => {
  if (text === "") return;
  const fault = keySetFault(text);
  if (fault !== undefined) report("FW0422", `must be a JSON Web Key Set: ${fault}`);
};

function keySetFault(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "it is not JSON";
  }
  if (!isObject(value)) return "it is not a JSON object";
  if (!Object.hasOwn(value, "keys")) return keyFault(value, "it");
  if (!Array.isArray(value.keys)) return "`keys` is not a list";
  for (const [i, key] of value.keys.entries()) {
    const fault = isObject(key) ? keyFault(key, `\`keys[${i}]\``) : `\`keys[${i}]\` is not an object`;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function keyFault(key: { readonly [member: string]: unknown }, name: string): string | undefined {
  const members = membersOf.get(key.kty);
  if (!members) return `${name} has no \`kty\` of 'RSA', 'EC', 'OKP' or 'oct'`;
  const missing = members.filter((member) => typeof key[member] !== "string" || key[member] === "");
  return missing.length === 0 ? undefined : `${name} lacks ${missing.map((m) => `\`${m}\``).join(", ")}`;
}
