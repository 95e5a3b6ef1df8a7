const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** How many repeated fields are told of. */
const most = 20;

/**
 * The fields that stand twice in an object of a JSON text, as `spec.ports[0].name`; the parser takes the last and says
 * nothing. `value` is what it made of the text: where that has as many fields as the text, nothing else is looked at.
 */
export function repeatedFields(json: Uint8Array, value: unknown): readonly string[] {
  if (colonsIn(json) === fieldsIn(value)) return [];
  const found = new Set<string>();
  walk(new TextDecoder().decode(json), found);
  return [...found];
}

/** Colons outside of texts: one for each field. */
function colonsIn(json: Uint8Array): number {
  const { length } = json;
  let count = 0;
  for (let i = 0; i < length; i++) {
    if (json[i] === colon) count += 1;
    if (json[i] !== quote) continue;
    for (i += 1; i < length && json[i] !== quote; i++) if (json[i] === backslash) i += 1;
  }
  return count;
}

/** Each body that is written goes through this: a plain loop is several times as fast as what makes lists on the way. */
function fieldsIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += fieldsIn(item);
    return count;
  }
  for (const name in value) count += 1 + fieldsIn((value as { readonly [name: string]: unknown })[name]);
  return count;
}

/** An object or list that the walk is in. */
interface Level {
  /** Where it is in the whole. */
  readonly path: string;
  /** Fields so far; undefined in a list. */
  readonly fields: Set<string> | undefined;
  /** Index of the item that is next in a list. */
  index: number;
  /** The field whose value comes next. */
  field: string;
}

/** Goes over text that is known to be JSON, token by token. */
function walk(text: string, found: Set<string>): void {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
  const levels: Level[] = [];
  let last = "";
  for (const [token] of text.matchAll(tokens)) {
    const level = levels.at(-1);
    switch (token) {
      case "{":
      case "[":
        levels.push({ path: pathIn(level), fields: token === "{" ? new Set() : undefined, index: 0, field: "" });
        break;
      case "}":
      case "]":
        levels.pop();
        break;
      case ",":
        if (level) level.index += 1;
        break;
      case ":":
        if (level) enter(level, String(JSON.parse(last)), found);
        // Each has its whole path: many with long ones would be more than the text itself.
        if (found.size === most) return;
        break;
      default:
        last = token;
    }
  }
}

function enter(level: Level, field: string, found: Set<string>): void {
  level.field = field;
  if (level.fields?.has(field)) found.add(pathIn(level));
  level.fields?.add(field);
}

/** Where the value is that comes next in a level. */
function pathIn(level: Level | undefined): string {
  if (!level) return "";
  if (!level.fields) return `${level.path}[${level.index}]`;
  return level.path === "" ? level.field : `${level.path}.${level.field}`;
}
