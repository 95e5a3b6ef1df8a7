import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { type MeshConfig, type Resource, readDocuments } from "../../api/index.ts";
import { parseProxy } from "../../core/index.ts";
import { buildSnapshot, meshSettings, proxyScope } from "../../mesh/index.ts";
import { registryOf, service } from "../../mesh/testing/configs.ts";
import { customHttpFilters, customNetworkFilters } from "./custom-authorization.ts";
import { httpRbac, networkRbac, rbacRules } from "./rbac-filters.ts";
import { securityPolicies } from "./security-policies.ts";

const root = process.env["FAIRWAY_FIXTURES"] ?? join(import.meta.dirname, "../../../../shared/fixtures");
const golden = join(root, "golden/authz");
const skip = existsSync(golden) ? false : "needs the shared fixtures (FAIRWAY_FIXTURES)";

type Provider = NonNullable<MeshConfig["extensionProviders"]>[number];
const host = "foo/my-custom-ext-authz.foo.svc.cluster.local";
const headers = ["x-prefix-*", "*-suffix"];

const providers: { readonly [name: string]: Omit<Provider, "name"> } = {
  G0: { envoyExtAuthzGrpc: { service: host.slice(4), port: 9000, failOpen: true, statusOnError: "403" } },
  G1: {
    envoyExtAuthzGrpc: {
      service: host,
      port: 9000,
      timeout: "0.002s",
      failOpen: true,
      statusOnError: "403",
      includeRequestBodyInCheck: { maxRequestBytes: 4096, allowPartialMessage: true },
    },
  },
  H1: {
    envoyExtAuthzHttp: {
      service: host,
      port: 9000,
      timeout: "10s",
      failOpen: true,
      statusOnError: "403",
      pathPrefix: "/check",
      includeRequestHeadersInCheck: ["x-custom-id", ...headers],
      includeHeadersInCheck: ["should-not-include-when-IncludeRequestHeadersInCheck-is-set"],
      includeAdditionalHeadersInCheck: { "x-header-1": "value-1", "x-header-2": "value-2" },
      includeRequestBodyInCheck: { maxRequestBytes: 2048, allowPartialMessage: true, packAsBytes: true },
      headersToUpstreamOnAllow: ["Authorization", ...headers],
      headersToDownstreamOnDeny: ["Set-cookie", ...headers],
      headersToDownstreamOnAllow: ["Set-cookie", ...headers],
    },
  },
  BAD: {
    envoyExtAuthzHttp: {
      service: "foo/my-custom-ext-authz",
      port: 999_999,
      pathPrefix: "check",
      statusOnError: "999",
    },
  },
};

interface Case {
  readonly input: string;
  readonly outputs: readonly string[];
  readonly trustDomains?: readonly string[];
  readonly provider?: string;
}

const one = (name: string, more: Partial<Case> = {}): Case => ({ input: name, outputs: [`${name}-out`], ...more });
const two = (input: string, name: string, provider?: string): Case => ({
  input,
  outputs: [`${name}-out1`, `${name}-out2`],
  ...(provider && { provider }),
});

const cases: readonly Case[] = [
  one("http/allow-empty-rule"),
  one("http/allow-nil-rule"),
  one("http/audit-full-rule"),
  two("http/custom-bad-multiple-providers", "http/custom-bad-multiple-providers", "H1"),
  { input: "http/custom-simple-http", outputs: ["http/custom-bad-out"], provider: "BAD" },
  two("http/custom-simple-http", "http/custom-grpc-provider-no-namespace", "G0"),
  two("http/custom-simple-http", "http/custom-grpc-provider", "G1"),
  two("http/custom-simple-http", "http/custom-http-provider", "H1"),
  two("http/deny-and-allow", "http/deny-and-allow"),
  one("http/deny-empty-rule"),
  two("http/dry-run-allow-and-deny", "http/dry-run-allow-and-deny"),
  one("http/dry-run-mix"),
  one("http/multiple-policies"),
  one("http/simple-policy-multiple-td-aliases", { trustDomains: ["td1", "cluster.local", "some-td"] }),
  one("http/simple-policy-td-aliases", { trustDomains: ["td1", "cluster.local"] }),
  one("http/single-policy"),
  one("http/trust-domains"),
  one("tcp/allow-both-http-tcp"),
  one("tcp/allow-only-http"),
  two("tcp/custom-both-http-tcp", "tcp/custom-both-http-tcp", "G1"),
  { input: "tcp/custom-only-http", outputs: [], provider: "H1" },
  one("tcp/dry-run-mix"),
];

function documents(name: string): readonly unknown[] {
  const { documents: found } = readDocuments(readFileSync(join(golden, `${name}.yaml`)), name);
  return found.map(({ value }) => value).filter((value) => value !== null);
}

function filtersOf({ input, trustDomains = [], provider }: Case): readonly unknown[] {
  const settings = meshSettings({
    config: provider ? { extensionProviders: [{ name: "default", ...providers[provider] }] } : {},
  });
  const ports = [{ number: 9000, name: "grpc", protocol: "grpc", targetPort: 9000 }] as const;
  const snapshot = buildSnapshot({
    settings,
    registry: registryOf(service("foo/my-custom-ext-authz", { ports })),
    resources: documents(`${input}-in`) as readonly Resource[],
    now: 0,
  });
  const proxy = parseProxy({
    id: "sidecar~1.1.1.1~httpbin.foo~foo.svc.cluster.local",
    metadata: { LABELS: { app: "httpbin", version: "v1" } },
  });
  const { authorization, providers: asked } = securityPolicies(proxyScope(snapshot, proxy));
  const tcp = input.startsWith("tcp/");
  const custom = { policies: authorization.CUSTOM, providers: asked, trustDomains };
  if (provider) return tcp ? customNetworkFilters(custom) : customHttpFilters(custom);
  return rbacRules(authorization, { trustDomains }, tcp).map(tcp ? networkRbac : httpRbac);
}

describe("authorization as istiod does it", { skip }, () => {
  for (const each of cases) {
    test(`${each.input}${each.provider ? ` with ${each.provider}` : ""}`, () => {
      assert.deepEqual(
        filtersOf(each),
        each.outputs.flatMap((name) => documents(name)),
      );
    });
  }
});
