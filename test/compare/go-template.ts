/**
 * Renders the few constructs of Go templates that the benchmark inputs use: `range $i := until N … end`, variables, and
 * `mod` and `div` of numbers. Anything else throws.
 */
export function renderTemplate(text: string, values: Readonly<Record<string, number>>): string {
  const tokens = text.split(/(\{\{-?[^}]*\}\})/).filter((token) => token !== "");
  const { out } = renderFrom(tokens, 0, values, new Map());
  return out;
}

type Variables = ReadonlyMap<string, number>;

/** Renders until the matching `end` or the end of the text. */
function renderFrom(
  tokens: readonly string[],
  start: number,
  values: Readonly<Record<string, number>>,
  variables: Variables,
): { readonly out: string; readonly end: number } {
  let out = "";
  let at = start;
  for (; at < tokens.length; at++) {
    const token = tokens[at] ?? "";
    const action = /^\{\{(-?)\s*(.*?)\s*\}\}$/.exec(token);
    if (!action) {
      out += token;
      continue;
    }
    const [, trims, code = ""] = action;
    if (trims === "-") out = out.trimEnd();
    if (code === "end") break;
    const range = /^range (\$\w+) := until (\S+)$/.exec(code);
    if (!range) {
      out += String(evaluate(code, values, variables));
      continue;
    }
    const [, variable = "", limit = ""] = range;
    const count = evaluate(limit, values, variables);
    let end = at;
    // At least once, to find the end; what a range over nothing gives is thrown away.
    for (let i = 0; i < Math.max(count, 1); i++) {
      const body = renderFrom(tokens, at + 1, values, new Map([...variables, [variable, i]]));
      if (i < count) out += body.out;
      end = body.end;
    }
    at = end;
  }
  return { out, end: at };
}

function evaluate(code: string, values: Readonly<Record<string, number>>, variables: Variables): number {
  const call = /^(mod|div) (\S+) (\S+)$/.exec(code);
  if (call) {
    const [a, b] = [evaluate(call[2] ?? "", values, variables), evaluate(call[3] ?? "", values, variables)];
    return call[1] === "mod" ? a % b : Math.trunc(a / b);
  }
  const known = /^\d+$/.test(code) ? Number(code) : (variables.get(code) ?? values[code.replace(/^\$?\./, "")]);
  if (known === undefined) throw new Error(`the template has '${code}', which this renderer does not know`);
  return known;
}
