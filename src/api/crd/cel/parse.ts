import { type ASTNode, Environment, ParseError } from "@marcbachmann/cel-js";

/** Longer rules are refused before they are parsed. */
const maxLength = 32 * 1024;

/**
 * Only the library's parser is used. Its evaluator hands a rule's regular expressions to JavaScript's engine, has no
 * bound on steps, and counts UTF-16 units where Kubernetes counts characters.
 */
const environment = new Environment({
  unlistedVariablesAreDyn: true,
  enableOptionalTypes: true,
  limits: { maxAstNodes: 5000, maxDepth: 100 },
});

/** A node of a syntax tree. */
export type CelNode = ASTNode;

/** The syntax tree of an expression, or why it has none. */
export function parseCel(source: string): { readonly node: CelNode } | { readonly fault: string } {
  if (source.length > maxLength) return { fault: `the expression is longer than ${maxLength} characters` };
  try {
    return { node: environment.parse(source).ast };
  } catch (error) {
    if (error instanceof ParseError) return { fault: error.summary };
    throw error;
  }
}
