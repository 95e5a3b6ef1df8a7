/** Words that CEL keeps for itself. */
const reserved = new Set([
  "true",
  "false",
  "null",
  "in",
  "as",
  "break",
  "const",
  "continue",
  "else",
  "for",
  "function",
  "if",
  "import",
  "let",
  "loop",
  "package",
  "namespace",
  "return",
  "var",
  "void",
  "while",
]);

const symbols: { readonly [text: string]: string } = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

/** A field's name as rules write it: `a.b` is `a__dot__b`, `namespace` is `__namespace__`. */
export function escapeName(name: string): string {
  if (reserved.has(name)) return `__${name}__`;
  return name.replace(/__|[./-]/g, (text) => symbols[text] ?? text);
}

/** The field that a name in a rule stands for. */
export function unescapeName(name: string): string {
  const word = /^__(.+)__$/.exec(name)?.[1];
  if (word !== undefined && reserved.has(word)) return word;
  return name.replace(/__(underscores|dot|dash|slash)__/g, (text) => {
    return Object.keys(symbols).find((symbol) => symbols[symbol] === text) ?? text;
  });
}
