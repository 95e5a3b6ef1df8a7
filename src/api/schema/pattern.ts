import { RE2JS } from "re2js";

const compiled = new Map<string, RE2JS | undefined>();
/** Patterns come from schemas, which are few; the bound only guards against a flood of CustomResourceDefinitions. */
const maxCompiled = 2000;

/** Whether the pattern, an expression of RE2, is found in the text. A pattern that RE2 refuses matches nothing. */
export function matchesPattern(pattern: string, text: string): boolean {
  if (!compiled.has(pattern)) {
    if (compiled.size >= maxCompiled) compiled.clear();
    compiled.set(pattern, compile(pattern));
  }
  return compiled.get(pattern)?.matcher(text).find() ?? false;
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}
