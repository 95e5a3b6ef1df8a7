import type { KindCatalog } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import * as discovery from "./discovery.ts";
import type { OpenApiDocuments } from "./openapi/open-api-documents.ts";
import { gnosticType, wantsGnostic } from "./openapi/to-gnostic.ts";

/** What the answers that are no resources are made from. */
export interface RouteContext {
  readonly kinds: () => KindCatalog;
  readonly openApi: OpenApiDocuments;
  /** Issuer of ServiceAccounts' tokens, and the keys with which they are verified. */
  readonly tokens: { readonly issuer: string; keys(): object };
  readonly version: string;
  /** Whether everything the server needs is there. */
  readonly ready: () => boolean;
  /** The request's Accept header. */
  readonly accept: string;
  /** Whether the address names the content by its hash. */
  readonly hashed: boolean;
}

/** An answer: JSON, or text or bytes as they are. */
export interface RouteAnswer {
  /** Default: application/json. */
  readonly type?: string;
  readonly body: object | string | Uint8Array;
  /** Tells this content from what was at the address before. */
  readonly tag?: string;
  /** What is at this address never changes: its hash is in it. Default: it may. */
  readonly immutable?: boolean;
}

/** A path and what serves it. `access` is part of the type: a route that does not say who may use it does not compile. */
export interface Route {
  /** Returns what it found in the parts of the path that vary; undefined if the path is another. */
  readonly match: (path: string) => readonly string[] | undefined;
  /** `anyone`: also without credentials. */
  readonly access: "anyone" | "authorized";
  readonly answer: (context: RouteContext, parts: readonly string[]) => RouteAnswer | undefined;
}

const exactly = (wanted: string) => (path: string) => (path.replace(/\/$/, "") === wanted ? [] : undefined);
const pattern = (form: RegExp) => (path: string) => form.exec(path)?.slice(1);
const json = (body: object | undefined, immutable = false): RouteAnswer | undefined => body && { body, immutable };
const healthy: RouteAnswer = { type: "text/plain; charset=utf-8", body: "ok" };

/** Everything the API serves besides resources. */
export const routes: readonly Route[] = [
  { match: exactly("/version"), access: "anyone", answer: ({ version }) => json(versionInfo(version)) },
  { match: exactly("/healthz"), access: "anyone", answer: () => healthy },
  { match: exactly("/livez"), access: "anyone", answer: () => healthy },
  { match: exactly("/readyz"), access: "anyone", answer: ({ ready }) => readiness(ready()) },
  {
    match: exactly("/api"),
    access: "authorized",
    answer: ({ kinds, accept }) => aggregated(accept, kinds(), true) ?? json(discovery.coreVersions()),
  },
  {
    match: exactly("/apis"),
    access: "authorized",
    answer: ({ kinds, accept }) => aggregated(accept, kinds(), false) ?? json(discovery.groupList(kinds())),
  },
  {
    match: exactly("/api/v1"),
    access: "authorized",
    answer: ({ kinds }) => json(discovery.resourceList(kinds(), "", "v1")),
  },
  {
    match: pattern(/^\/apis\/([^/]+)\/?$/),
    access: "authorized",
    answer: ({ kinds }, [group = ""]) => json(discovery.group(kinds(), group)),
  },
  {
    match: pattern(/^\/apis\/([^/]+)\/([^/]+)\/?$/),
    access: "authorized",
    answer: ({ kinds }, [group = "", version = ""]) => json(discovery.resourceList(kinds(), group, version)),
  },
  {
    match: exactly("/.well-known/openid-configuration"),
    access: "authorized",
    answer: ({ tokens }) => json(issuerMetadata(tokens.issuer)),
  },
  {
    match: exactly("/openid/v1/jwks"),
    access: "authorized",
    answer: ({ tokens }) => ({ type: "application/jwk-set+json", body: tokens.keys() }),
  },
  {
    match: exactly("/openapi/v3"),
    access: "authorized",
    answer: ({ kinds, openApi }) => json(openApi.index(kinds())),
  },
  {
    match: pattern(/^\/openapi\/v3\/api\/([^/]+)$/),
    access: "authorized",
    answer: ({ kinds, openApi, hashed }, [version = ""]) => json(openApi.v3(kinds(), "", version), hashed),
  },
  {
    match: pattern(/^\/openapi\/v3\/apis\/([^/]+)\/([^/]+)$/),
    access: "authorized",
    answer: ({ kinds, openApi, hashed }, [group = "", version = ""]) =>
      json(openApi.v3(kinds(), group, version), hashed),
  },
  {
    match: exactly("/openapi/v2"),
    access: "authorized",
    answer: ({ kinds, openApi, accept }) => {
      if (!wantsGnostic(accept)) return json(openApi.v2(kinds()));
      const { bytes, tag } = openApi.v2Protobuf(kinds());
      return { type: gnosticType, body: bytes, tag };
    },
  },
];

/** Discovery in one answer, for clients that ask for that form. */
function aggregated(accept: string, kinds: KindCatalog, core: boolean): RouteAnswer | undefined {
  const form = accept.split(",").find((part) => /as=APIGroupDiscoveryList/.test(part) && /v=v2\b/.test(part));
  if (form === undefined || /v=v2beta/.test(form)) return undefined;
  return {
    type: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
    body: discovery.aggregatedList(kinds, core),
  };
}

function readiness(ready: boolean): RouteAnswer {
  if (!ready) throw new FairwayError("Unavailable", "not ready yet", { details: { retryAfterSeconds: 1 } });
  return healthy;
}

/** kubectl compares its own version with this; the API follows Kubernetes 1.36. */
function versionInfo(version: string): object {
  return {
    major: "1",
    minor: "36",
    gitVersion: `v1.36.0+fairway-${version}`,
    gitCommit: "",
    gitTreeState: "clean",
    buildDate: "1970-01-01T00:00:00Z",
    goVersion: process.version,
    compiler: "v8",
    platform: `${process.platform}/${process.arch}`,
  };
}

/** How others find the keys of ServiceAccounts' tokens, as OpenID Connect has it. */
function issuerMetadata(issuer: string): object {
  return {
    issuer,
    jwks_uri: `${issuer}/openid/v1/jwks`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["ES256"],
  };
}
