import type { Random } from "../../../src/base/testing/random.ts";
import type { Attack } from "../arena.ts";
import { type ApiArena, assertAnswered, assertRefused } from "./api-arena.ts";

const base = "/api/v1/namespaces/default/configmaps";

const steps = [
  "..",
  "%2e%2e",
  "%2f",
  "%00",
  "%ff",
  "a%2fb",
  "*",
  "%",
  "",
  "status",
  "x".repeat(3000),
  "%25",
  ";",
  "..;",
  "\\",
] as const;

/** A path that leads nowhere. */
function oddPath(random: Random): string {
  const parts = Array.from({ length: 1 + random.below(6) }, () => random.pick(steps));
  const at = random.pick(["/api", "/apis", "/api/v1", base, "/openapi/v3", "/apis/networking.istio.io/v1", ""]);
  // Something that is nowhere, whatever the rest makes of it.
  return `${at}/${parts.join("/")}/nowhere-at-all`;
}

const noise = (random: Random) =>
  random.pick([
    "-1",
    "x",
    "9".repeat(40),
    "0",
    "",
    "null",
    "a=b=c",
    "!",
    "(((",
    "metadata.name=",
    "in (",
    ",,,",
    "1e9",
    "%00",
  ]);

const parameters = [
  "limit",
  "continue",
  "resourceVersion",
  "resourceVersionMatch",
  "labelSelector",
  "fieldSelector",
  "timeoutSeconds",
  "sendInitialEvents",
  "allowWatchBookmarks",
  "includeObject",
  "pretty",
] as const;

const forged = (random: Random) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = random.pick([{ alg: "none" }, { alg: "HS256" }, { alg: "ES256", kid: "x" }, {}]);
  const claims = { sub: "system:serviceaccount:kube-system:default", exp: 1e12, aud: ["x"] };
  return `${part(header)}.${part(claims)}.${random.pick(["", "AAAA", "=".repeat(5000)])}`;
};

/** Requests whose head is wrong. */
export const requestAttacks: readonly Attack<ApiArena>[] = [
  {
    name: "paths that lead nowhere",
    share: 100,
    async run(arena) {
      const path = oddPath(arena.random);
      const method = arena.random.pick(["GET", "PUT", "PATCH", "DELETE", "POST", "HEAD"]);
      assertRefused(await arena.ask({ method, path }), `${method} ${path.slice(0, 200)}`);
    },
  },
  {
    name: "parameters that say nothing",
    share: 80,
    async run(arena) {
      const { random } = arena;
      const query = Array.from(
        { length: 1 + random.below(4) },
        () => `${random.pick(parameters)}=${encodeURIComponent(noise(random))}`,
      );
      const path = `${base}?${query.join("&")}`;
      assertAnswered(await arena.ask({ path, headers: { accept: "application/json" } }), path);
    },
  },
  {
    name: "watches from versions that never were",
    share: 20,
    async run(arena) {
      const version = arena.random.pick(["-1", "x", "1.5", "99999999999999999999999"]);
      const path = `${base}?watch=true&timeoutSeconds=1&resourceVersion=${version}`;
      const answer = await arena.ask({ path });
      // A version that is still to come may come: then the answer is a stream that says so.
      assertAnswered(answer, path);
    },
  },
  {
    name: "methods that nobody knows",
    share: 20,
    async run(arena) {
      const method = arena.random.pick(["TRACE", "OPTIONS", "PROPFIND", "GETT", "POST", "X"]);
      assertRefused(await arena.ask({ method, path: `${base}/x` }), method);
    },
  },
  {
    name: "credentials that are none",
    share: 40,
    async run(arena) {
      const { random } = arena;
      const authorization = random.pick([
        `Bearer ${forged(random)}`,
        "Basic eDp5",
        "Bearer",
        "Bearer  ",
        "x",
        `Bearer ${"x".repeat(9000)}`,
      ]);
      assertRefused(await arena.ask({ path: base, headers: { authorization } }), authorization.slice(0, 100));
    },
  },
  {
    name: "impersonation of nobody",
    share: 10,
    async run(arena) {
      const { random } = arena;
      const headers = random.pick<{ readonly [name: string]: string }>([
        { "impersonate-group": "system:masters" },
        { "impersonate-user": "system:serviceaccount:x", "impersonate-group": "" },
        { "impersonate-user": "x", "impersonate-extra-%zz": "y" },
        { "impersonate-extra-a%2fb": "x", "impersonate-user": "" },
      ]);
      assertRefused(await arena.ask({ path: base, headers }), JSON.stringify(headers));
    },
  },
  {
    name: "headers that are too many, or too large",
    share: 15,
    async run(arena) {
      const [count, length] = arena.random.pick([[70, 1000] as const, [2000, 10] as const]);
      const headers = Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, "y".repeat(length)]));
      assertRefused(await arena.ask({ path: base, headers }), `${count} headers of ${length}`);
    },
  },
  {
    name: "answers that nobody can make",
    share: 10,
    async run(arena) {
      const accept = arena.random.pick([
        "text/html",
        "application/cbor",
        "application/json;as=Nothing",
        "image/*",
        ";;;",
      ]);
      assertAnswered(await arena.ask({ path: base, headers: { accept } }), accept);
    },
  },
];
