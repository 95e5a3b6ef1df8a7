import { parse } from "@marcbachmann/cel-js";
import type { Check } from "../schema/schema.ts";

/** An expression of the Common Expression Language. It is parsed only, never run: its names mean something to Envoy. */
export const isCelExpression: Check<string> = (text, report) => {
  const fault = celFault(text);
  if (fault !== undefined) report("FW0505", `must be an expression of CEL: ${fault}`);
};

function celFault(text: string): string | undefined {
  if (text.trim() === "") return "it is empty";
  try {
    parse(text);
    return undefined;
  } catch (error) {
    // The parser adds the source with a marker below the first line, and runs out of stack on absurd nesting.
    return error instanceof Error ? error.message.split("\n")[0] : "it cannot be read";
  }
}
