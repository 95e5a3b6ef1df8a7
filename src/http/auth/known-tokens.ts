import { hash } from "node:crypto";
import { FairwayError } from "../../base/fault.ts";
import { administrator, authenticatedGroup, type User } from "../access.ts";

/** Tokens that are known beforehand: the administrator's, and those of a file. */
export class KnownTokens {
  /** By digest: how long a lookup takes then tells nothing of the tokens. */
  readonly #users: ReadonlyMap<string, User>;

  constructor(adminToken: string, others: Iterable<readonly [string, User]> = []) {
    const users = new Map<string, User>();
    for (const [token, user] of others) users.set(digest(token), user);
    users.set(digest(adminToken), administrator);
    this.#users = users;
  }

  userOf(token: string): User | undefined {
    return this.#users.get(digest(token));
  }
}

const digest = (token: string) => hash("sha256", token, "base64");

/**
 * Tokens in the form of kube-apiserver's token file: a line for each, `token,user,uid,"group,group"`; uid and groups may
 * be left out. `path` is for messages.
 */
export function parseTokenFile(text: string, path: string): [string, User][] {
  const seen = new Set<string>();
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === "" || line.startsWith("#")) return [];
    const [token = "", name = "", uid = "", groups = ""] = splitLine(line);
    const fault = (what: string) => new FairwayError("Settings", `${path}:${i + 1}: ${what}`);
    if (token === "" || name === "") throw fault('a line must be `token,user,uid,"group,group"`');
    if (seen.has(token)) throw fault("the token stands twice");
    seen.add(token);
    const own = groups.split(",").map((group) => group.trim());
    const all = [...own.filter((group) => group !== ""), authenticatedGroup];
    const entry: [string, User] = [token, { name, ...(uid && { uid }), groups: all }];
    return [entry];
  });
}

/** The parts of a line; quotes hold commas together. */
function splitLine(line: string): string[] {
  const parts = line.match(/"[^"]*"|[^,]+|(?<=,)(?=,|$)|^(?=,)/g) ?? [];
  return parts.map((part) => part.trim().replace(/^"(.*)"$/, "$1"));
}
