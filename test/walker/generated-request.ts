import type { Random } from "../../src/base/testing/random.ts";
import { words } from "./generated-match.ts";
import { type MeshPorts, services } from "./generated-mesh.ts";
import { issuers } from "./generated-policy.ts";
import { oneOf } from "./random-choices.ts";
import type { TokenSigner } from "./signed-token.ts";

/** A request to one of the proxies. */
export interface GeneratedRequest {
  readonly to: "gateway" | "sidecar";
  readonly port: number;
  /** Server name of the handshake; absent: plain text. */
  readonly serverName?: string;
  readonly method: string;
  readonly host: string;
  /** As it is on the wire. */
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
}

const paths = [
  ...words.paths,
  ...[
    "/a/",
    "/p//x",
    "/p/../a",
    "/p/%2e%2e/a/b",
    "/a%2fb",
    "/a;v=1",
    "/x/b/y",
    "/a?q=a",
    "/a/b?q=b&r=1",
    "/?q",
    "/p?q=AB#f",
  ],
];

const hosts = ["a.example.com", "A.Example.com", "x.a.example.com", "y.x.a.example.com", "c.com", "b.org", "other.net"];

export function generatedRequest(random: Random, ports: MeshPorts, signer: TokenSigner): GeneratedRequest {
  const port = oneOf(random, [ports.http, ports.http, ports.https, ports.egress, ports.ingress]);
  const inside = port === ports.egress || port === ports.ingress;
  const host = oneOf(random, inside ? [...services, "other.net"] : hosts);
  const token = random.chance(0.4) ? tokenPlace(random, signer) : {};
  const { method, headers } = random.chance(0.25) ? preflight(random) : ordinary(random);
  return {
    to: inside ? "sidecar" : "gateway",
    port,
    method,
    ...(port === ports.https && { serverName: random.chance(0.8) ? host.toLowerCase() : "b.org" }),
    host: random.chance(0.25) ? `${host}:${oneOf(random, [port, 80, 8443])}` : host,
    path: oneOf(random, paths),
    headers: { ...headers, ...token },
  };
}

type Headers = GeneratedRequest["headers"];

function ordinary(random: Random): { readonly method: string; readonly headers: Headers } {
  const all = {
    "x-a": oneOf(random, words.values),
    "x-b": oneOf(random, words.values),
    "x-forwarded-for": oneOf(random, ["192.0.2.1", "10.0.0.1, 192.0.2.7", "203.0.113.1"]),
    "x-forwarded-proto": "https",
    origin: oneOf(random, origins),
    "access-control-request-method": oneOf(random, ["GET", ""]),
  };
  const headers = Object.fromEntries(Object.entries(all).filter(() => random.chance(0.35)));
  return { method: oneOf(random, words.methods), headers };
}

const origins = ["https://o.example", "https://p.example", "https://other.net"];

function preflight(random: Random): { readonly method: string; readonly headers: Headers } {
  const headers = { origin: oneOf(random, origins), "access-control-request-method": "GET" };
  return { method: "OPTIONS", headers: { ...ordinary(random).headers, ...headers } };
}

/** Only tokens that are signed well and not too old: whether they are is not the walker's to say. */
function tokenPlace(random: Random, signer: TokenSigner): Headers {
  const token = signer.sign({
    iss: oneOf(random, [...issuers, "https://unknown.example"]),
    sub: oneOf(random, ["me", "you", "ab"]),
    ...oneOf(random, [{}, { aud: "aud" }, { aud: ["none", "other"] }, { aud: "none" }]),
    ...oneOf(random, [{}, { group: "admin" }, { group: "a" }, { group: ["user", "ab"] }]),
  });
  return oneOf(random, [
    { authorization: `Bearer ${token}` },
    { authorization: `Bearer ${token}` },
    { "x-token": `T ${token}` },
    { authorization: "Bearer nonsense" },
  ]);
}
