import type { Random } from "../../src/base/testing/random.ts";
import { oneOf, perhaps } from "./random-choices.ts";

/** Words that requests are made of, so that matches and requests meet often. */
export const words = {
  paths: ["/", "/a", "/a/b", "/a/bc", "/A", "/p", "/p/x", "/u/1", "/u/1/x"],
  values: ["a", "b", "ab", "AB", "3"],
  headers: ["x-a", "x-b"],
  methods: ["GET", "GET", "PUT", "OPTIONS"],
} as const;

function textMatch(random: Random, texts: readonly string[], regexes: readonly string[]): object {
  return oneOf(random, [
    { exact: oneOf(random, texts) },
    { prefix: oneOf(random, texts) },
    { regex: oneOf(random, regexes) },
  ]);
}

/** Names by which a rule speaks of claims. */
const claimHeaders = ["@request.auth.claims.group", "@request.auth.claims.sub"];

const valueMatch = (random: Random) => textMatch(random, words.values, ["a.*", "[ab]+", "\\d"]);

/** What a condition may speak of. */
export interface MatchWords {
  /** Hosts of requests. */
  readonly hosts: readonly string[];
  /** Whether claims of tokens count, as they do at gateways. */
  readonly claims: boolean;
}

/** The condition of an HTTP route. */
export function generatedMatch(random: Random, { hosts, claims }: MatchWords): object {
  const header = () => oneOf(random, [...words.headers, ...(claims ? claimHeaders : [])]);
  const anyOrValue = () => (random.chance(0.3) ? {} : valueMatch(random));
  const uri = textMatch(random, words.paths, ["/a.*", "/[ap]/.", "/u/\\d+(/.*)?"]);
  const plain = !("regex" in uri);
  return {
    ...perhaps(random, 0.8, () => ({ uri, ...(plain && random.chance(0.2) && { ignoreUriCase: true }) })),
    ...perhaps(random, 0.3, () => ({ headers: { [header()]: anyOrValue() } })),
    ...perhaps(random, 0.15, () => ({ withoutHeaders: { [header()]: anyOrValue() } })),
    ...perhaps(random, 0.15, () => ({ queryParams: { q: valueMatch(random) } })),
    ...perhaps(random, 0.15, () => ({ method: textMatch(random, words.methods, ["G.*", "P.T"]) })),
    ...perhaps(random, 0.1, () => ({ authority: textMatch(random, hosts, [".*com", "x.*"]) })),
    ...perhaps(random, 0.05, () => ({ scheme: { exact: oneOf(random, ["http", "https"]) } })),
  };
}
