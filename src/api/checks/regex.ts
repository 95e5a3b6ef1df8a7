import { RE2JS, RE2JSException } from "re2js";
import type { Check } from "../schema/schema.ts";

/** Longer expressions are refused before they are compiled. */
const maxLength = 4096;

/** Why the text is not a regular expression of RE2, or undefined if it is one. The text never reaches JavaScript's engine. */
export function re2Fault(text: string): string | undefined {
  if (text.length > maxLength) return `longer than ${maxLength} characters`;
  try {
    RE2JS.compile(text);
    return undefined;
  } catch (error) {
    if (error instanceof RE2JSException || error instanceof RangeError) return error.message;
    throw error;
  }
}

/** A regular expression in RE2's language. */
export const isRegex: Check<string> = (text, report) => {
  const fault = re2Fault(text);
  if (fault !== undefined) report("FW0209", `must be a regular expression of RE2: ${fault}`);
};
