import { FairwayError } from "./fault.ts";
import { getOwn } from "./json.ts";

/** Decides whether a set of labels, or of fields, is selected. */
export type Selects = (values: { readonly [key: string]: string }) => boolean;

const term =
  /\s*(?:(!)\s*([\w./-]+)|([\w./-]+)\s*(?:(==|=|!=)\s*([\w./-]*)|\s(in|notin)\s*\(([^()]*)\)|(gt|lt|>|<)\s*(-?\d+))?)\s*(?:,|$)/y;

/** Compiles a label selector as kubectl writes it: `a=b,c!=d,e in (x,y),f notin (z),g,!h`. */
export function parseSelector(text: string): Selects {
  const terms: Selects[] = [];
  let at = 0;
  while (at < text.length) {
    term.lastIndex = at;
    const match = term.exec(text);
    if (!match || term.lastIndex === at) throw bad(text, at);
    terms.push(selects(match));
    at = term.lastIndex;
  }
  return (values) => terms.every((each) => each(values));
}

function selects(match: RegExpExecArray): Selects {
  const [, , absent, key = "", operator, value = "", word, set = "", order, bound] = match;
  if (absent !== undefined) return (values) => getOwn(values, absent) === undefined;
  if (operator === "!=") return (values) => getOwn(values, key) !== value;
  if (operator !== undefined) return (values) => getOwn(values, key) === value;
  if (word !== undefined) {
    const members = new Set(set.split(",").map((member) => member.trim()));
    const wanted = word === "in";
    return (values) => {
      const found = getOwn(values, key);
      return found === undefined ? !wanted : members.has(found) === wanted;
    };
  }
  if (order !== undefined) {
    const greater = order === "gt" || order === ">";
    return (values) => {
      const found = Number(getOwn(values, key) ?? Number.NaN);
      return greater ? found > Number(bound) : found < Number(bound);
    };
  }
  return (values) => getOwn(values, key) !== undefined;
}

function bad(text: string, at: number): FairwayError {
  return new FairwayError("BadRequest", `the label selector '${text}' cannot be read at character ${at + 1}`);
}
