import { xdsTypes } from "./xds-types.ts";

/** A response that a client refused. */
export interface Rejection {
  readonly type: string;
  /** What the client said. */
  readonly error: string;
  /** The resources that the response brought. */
  readonly names: readonly string[];
}

/** Which resources a client refused, as far as can be told. */
export interface Attribution {
  /** Empty if any of those that were sent may be meant. */
  readonly names: readonly string[];
  /** `named`: the client's words name them. `only`: nothing else was sent. `unknown`: neither. */
  readonly by: "named" | "only" | "unknown";
}

/**
 * Finds the resources that a client means when it refuses a response. Envoy has three ways of naming them: a list of
 * clusters or listeners with a reason each; the first line of the refused message; the words "in route". It may also not
 * name them at all.
 */
export function attributeRejection({ type, error, names }: Rejection): Attribution {
  const named = listed(type, error, names) ?? dumped(error, names) ?? inRoute(type, error, names);
  if (named) return { names: named, by: "named" };
  const [only, ...others] = names;
  return only !== undefined && others.length === 0 ? { names: [only], by: "only" } : { names: [], by: "unknown" };
}

/** What stands between the entries of the lists. Names come as they are: only known ones can be told from reasons. */
const separators: { readonly [type: string]: string } = { [xdsTypes.cluster]: ", ", [xdsTypes.listener]: "\n" };

function listed(type: string, error: string, names: readonly string[]): readonly string[] | undefined {
  const separator = separators[type];
  const head = /^Error adding\/updating (?:cluster|listener)\(s\) /.exec(error)?.[0];
  if (separator === undefined || head === undefined) return undefined;
  const list = separator + error.slice(head.length);
  const places = names.flatMap((name) => {
    const at = list.indexOf(`${separator}${name}: `);
    return at < 0 ? [] : [{ name, from: at, to: at + separator.length + name.length }];
  });
  const found = places
    .filter((each) => !places.some((other) => other !== each && other.from <= each.from && each.to <= other.to))
    .sort((a, b) => a.from - b.from);
  return found.length === 0 ? undefined : found.map(({ name }) => name);
}

/** A message that breaks a constraint is shown whole, its name first; the words before it vary from process to process. */
function dumped(error: string, names: readonly string[]): readonly string[] | undefined {
  const match = /goo\.gle\/debug\w*[^\S\n]*\n\s*(?:cluster_)?name: "((?:[^"\\]|\\.)*)"/.exec(error);
  const name = match?.[1]?.replace(/\\(.)/g, "$1");
  // Parts of a resource are shown in the same way, and have names of their own.
  return name !== undefined && names.includes(name) ? [name] : undefined;
}

function inRoute(type: string, error: string, names: readonly string[]): readonly string[] | undefined {
  if (type !== xdsTypes.route) return undefined;
  const name = /^Only unique values for domains are permitted\. .* in route (.+)$/s.exec(error)?.[1];
  return name !== undefined && names.includes(name) ? [name] : undefined;
}
