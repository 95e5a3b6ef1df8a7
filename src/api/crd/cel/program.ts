import { RE2JS, RE2JSException } from "re2js";
import { compile } from "./compile.ts";
import { CelExhausted, CelFault } from "./fault.ts";
import type { Meter } from "./meter.ts";
import { parseCel } from "./parse.ts";
import { CompileFault, type Run, Scope, type StaticType } from "./scope.ts";
import type { CelValue } from "./value.ts";

/** A value, or why there is none; `exhausted` where it took too many steps. */
export type CelResult = { readonly value: CelValue } | { readonly fault: string; readonly exhausted: boolean };

/** A compiled expression. */
export interface Program {
  /** Evaluates it with the values of its variables, in the order they were declared. Never throws. */
  readonly evaluate: (values: readonly CelValue[], meter: Meter) => CelResult;
}

/** Compiles an expression over variables of these types. */
export function compileCel(
  source: string,
  variables: { readonly [name: string]: StaticType },
): { readonly program: Program } | { readonly fault: string } {
  const parsed = parseCel(source);
  if ("fault" in parsed) return parsed;
  let scope = new Scope();
  for (const [name, type] of Object.entries(variables)) scope = scope.with(name, type).scope;
  try {
    return { program: programOf(compile(parsed.node, scope).run) };
  } catch (error) {
    if (error instanceof CompileFault) return { fault: error.message };
    if (error instanceof RangeError) return { fault: "the expression is nested too deeply" };
    throw error;
  }
}

function programOf(run: Run): Program {
  const regex = regexCache();
  return {
    evaluate: (values, meter) => {
      try {
        return { value: run({ slots: [...values], meter, regex }) };
      } catch (error) {
        if (error instanceof CelFault) return { fault: error.message, exhausted: false };
        if (error instanceof CelExhausted) return { fault: error.message, exhausted: true };
        if (error instanceof RangeError) return { fault: "the expression needs too much room", exhausted: true };
        throw error;
      }
    },
  };
}

/** A rule has few expressions; the bound only guards against ones that are made from the object. */
const maxRegexes = 20;
const maxRegexLength = 4096;

function regexCache(): (text: string) => RE2JS {
  const compiled = new Map<string, RE2JS>();
  return (text) => {
    const known = compiled.get(text);
    if (known) return known;
    if (compiled.size >= maxRegexes) compiled.clear();
    const made = compileRegex(text);
    compiled.set(text, made);
    return made;
  };
}

function compileRegex(text: string): RE2JS {
  if (text.length > maxRegexLength) throw new CelFault(`the regular expression is longer than ${maxRegexLength}`);
  try {
    return RE2JS.compile(text);
  } catch (error) {
    if (error instanceof RE2JSException) throw new CelFault(`not a regular expression of RE2: ${error.message}`);
    throw error;
  }
}
