import type { Random } from "../../src/base/testing/random.ts";
import { generatedMatch, type MatchWords } from "./generated-match.ts";
import { oneOf, perhaps, several } from "./random-choices.ts";

/** What routes may speak of. */
export interface RouteWords extends MatchWords {
  readonly destinations: readonly object[];
}

/** A rule of a VirtualService. */
export function generatedRoute(random: Random, words: RouteWords): object {
  const match = several(random, 0, 2, () => generatedMatch(random, words));
  return {
    ...(match.length > 0 && { match }),
    ...oneOf(random, [forwarding, forwarding, forwarding, redirecting, answering])(random, words),
    ...perhaps(random, 0.5, () => ({ corsPolicy: corsPolicy(random) })),
  };
}

function forwarding(random: Random, { destinations }: RouteWords): object {
  const [first, second] = [oneOf(random, destinations), oneOf(random, destinations)];
  const route = random.chance(0.3)
    ? [
        { destination: first, weight: 40 },
        { destination: second, weight: 60 },
      ]
    : [{ destination: first }];
  return {
    route,
    ...oneOf(random, [rewrite, rewrite, changedHost, nothing, nothing, nothing])(random),
    ...perhaps(random, 0.3, () => ({ fault: fault(random) })),
  };
}

const nothing = () => ({});

const changedHost = () => ({ headers: { request: { set: { "x-b": "a", host: "set.example" } } } });

function rewrite(random: Random): object {
  const rewritten = oneOf(random, [
    { uri: "/w" },
    { uri: "/" },
    { uri: "/w/" },
    { authority: "w.example" },
    { uri: "/w", authority: "w.example:8080" },
    { uriRegexRewrite: { match: "^/([a-z])/(.*)", rewrite: "/r/\\2/\\1" } },
  ]);
  return { rewrite: rewritten };
}

function fault(random: Random): object {
  const always = { percentage: { value: 100 } };
  return oneOf(random, [
    { abort: { ...always, httpStatus: 418 } },
    { abort: { ...always, httpStatus: 503 }, delay: { ...always, fixedDelay: "1ms" } },
    { abort: { percentage: { value: 0 }, httpStatus: 418 } },
    { delay: { ...always, fixedDelay: "1ms" } },
  ]);
}

function redirecting(random: Random): object {
  const redirect = {
    ...oneOf(random, [{ uri: "/n" }, { uri: "/n?z=1" }, { uri: "%PREFIX()%/n" }, { authority: "n.example" }]),
    ...perhaps(random, 0.3, () => ({ authority: "h.example" })),
    ...perhaps(random, 0.3, () => ({ scheme: oneOf(random, ["http", "https"]) })),
    ...oneOf(random, [
      {},
      { port: 8080 },
      { derivePort: "FROM_REQUEST_PORT" },
      { derivePort: "FROM_PROTOCOL_DEFAULT" },
    ]),
    ...perhaps(random, 0.3, () => ({ redirectCode: oneOf(random, [302, 303, 307, 308]) })),
  };
  return { redirect };
}

function answering(random: Random): object {
  const body = oneOf(random, [{}, { body: { string: "told" } }, { body: { bytes: "dG9sZA==" } }]);
  return { directResponse: { status: oneOf(random, [200, 404, 503]), ...body } };
}

function corsPolicy(random: Random): object {
  return {
    allowOrigins: [oneOf(random, [{ exact: "https://o.example" }, { prefix: "https://o" }, { regex: ".*\\.example" }])],
    allowMethods: ["GET"],
    ...oneOf(random, [{}, { unmatchedPreflights: "FORWARD" }, { unmatchedPreflights: "IGNORE" }]),
  };
}
