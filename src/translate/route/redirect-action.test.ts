import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { HttpRoute } from "../../api/index.ts";
import { isRedirectCode, redirectAction } from "./redirect-action.ts";

type Redirect = NonNullable<HttpRoute["redirect"]>;

describe("a redirect", () => {
  const port = 8080;
  const cases: readonly [string, Redirect, object, object][] = [
    ["keeps the path", { authority: "a.com" }, { port }, { hostRedirect: "a.com", pathRedirect: "" }],
    ["to a port", { port: 8443, scheme: "https" }, { port }, { portRedirect: 8443, schemeRedirect: "https" }],
    ["leaves out what the scheme means", { port: 443, scheme: "https" }, { port }, { schemeRedirect: "https" }],
    ["by the port's own scheme", { port: 443 }, { port, tls: true }, {}],
    ["but not by the other", { port: 443 }, { port }, { portRedirect: 443 }],
    ["to the port of the request", { derivePort: "FROM_REQUEST_PORT" }, { port }, { portRedirect: 8080 }],
    ["to the scheme's port", { derivePort: "FROM_PROTOCOL_DEFAULT" }, { port }, {}],
    ["of a prefix", { prefixRewrite: "/b" }, { port }, { pathRedirect: undefined, prefixRewrite: "/b" }],
    ["with the mark as plain text", { uri: "%PREFIX()%/x" }, { port }, { pathRedirect: "%PREFIX()%/x" }],
    [
      "of a prefix by the mark",
      { uri: "%PREFIX()%/x" },
      { port, wholeSegments: true },
      { pathRedirect: undefined, prefixRewrite: "/x" },
    ],
    ["with another status", { redirectCode: 308 }, { port }, { responseCode: "PERMANENT_REDIRECT" }],
  ];
  for (const [name, asked, context, expected] of cases) {
    test(name, () => {
      const base = { pathRedirect: "", responseCode: "MOVED_PERMANENTLY" };
      const wanted = Object.entries({ ...base, ...expected }).filter(([, value]) => value !== undefined);
      assert.deepEqual(redirectAction(asked, { port, ...context }), Object.fromEntries(wanted));
    });
  }

  test("has one of five statuses", () => {
    assert.deepEqual([0, 301, 302, 303, 304, 307, 308, 317].filter(isRedirectCode), [0, 301, 302, 303, 307, 308]);
  });
});
