import type { Matcher } from "re2js";
import { overloads, type Runtime } from "../overloads.ts";

/** RE2 takes time in proportion to the text and to the expression. */
function match(text: string, expression: string, { meter, regex }: Runtime): Matcher {
  meter.spend((text.length * expression.length) / 40);
  return regex(expression).matcher(text);
}

function findAll(text: string, expression: string, limit: number, runtime: Runtime): string[] {
  const matcher = match(text, expression, runtime);
  const found: string[] = [];
  while (found.length < limit && matcher.find()) found.push(matcher.group() ?? "");
  return found;
}

/** Regular expressions, which are RE2's. */
export const regexes = overloads({
  "matches(string, string)": (text, expression, runtime) => match(text, expression, runtime).find(),
  "string.matches(string)": (text, expression, runtime) => match(text, expression, runtime).find(),
  "string.find(string)": (text, expression, runtime) => findAll(text, expression, 1, runtime)[0] ?? "",
  "string.findAll(string)": (text, expression, runtime) => findAll(text, expression, Number.POSITIVE_INFINITY, runtime),
  "string.findAll(string, int)": (text, expression, limit, runtime) =>
    findAll(text, expression, limit < 0n ? Number.POSITIVE_INFINITY : Number(limit), runtime),
});
