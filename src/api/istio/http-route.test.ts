import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSpec, type Row } from "../testing/judge.ts";
import { virtualServiceKind } from "./virtual-service.ts";

const destination = { host: "reviews" };
const route = [{ destination }];

/** Specs are those of a single HTTP route; paths are relative to it. */
const cases: readonly Row<unknown>[] = [
  ["route", { route }],
  ["redirect", { redirect: { uri: "/new" } }],
  ["direct response", { directResponse: { status: 200, body: { string: "hi" } } }],
  ["delegate", { delegate: { name: "a" } }],
  ["nothing", {}, "FW0315"],
  ["route and redirect", { route, redirect: { uri: "/" } }, "FW0315"],
  ["redirect and direct response", { redirect: { uri: "/" }, directResponse: { status: 200 } }, "FW0315"],
  [
    "redirect with fault and rewrite",
    { redirect: { uri: "/" }, fault: { delay: { fixedDelay: "1s" } }, rewrite: { uri: "/" } },
    "FW0315 fault",
    "FW0315 rewrite",
  ],
  ["delegate and route", { delegate: { name: "a" }, route }, "FW0315 route"],
  ["delegate and redirect", { delegate: { name: "a" }, redirect: { uri: "/" } }, "FW0315 redirect"],

  ["weights", { route: [{ destination, weight: 3 }, { destination }] }],
  ["weights of nothing", { route: [{ destination, weight: 0 }, { destination }] }, "FW0316 route"],
  ["a negative weight", { route: [{ destination, weight: -1 }] }, "FW0316 route[0].weight"],
  ["a wildcard destination", { route: [{ destination: { host: "*.a.com", subset: "V1", port: { number: 80 } } }] }],
  [
    "a bad destination",
    { route: [{ destination: { host: "*", subset: "a.b", port: {} } }] },
    "FW0205 route[0].destination.host",
    "FW0214 route[0].destination.subset",
    "FW0203 route[0].destination.port.number",
  ],
  ["no destination", { route: [{}] }, "FW0103 route[0].destination"],

  [
    "all matches",
    {
      route,
      match: [
        {
          uri: { prefix: "" },
          scheme: { exact: "https" },
          method: { regex: "GET|POST" },
          authority: { prefix: "a" },
          headers: { "x-a": {}, ":path": { exact: "/" }, "a.b": { prefix: "x" } },
          queryParams: { q: { exact: "" } },
          withoutHeaders: { b: { regex: "*" } },
          port: 80,
          sourceLabels: { app: "x" },
          gateways: ["mesh"],
          sourceNamespace: "ns",
          ignoreUriCase: true,
          statPrefix: "s",
          name: "n",
        },
      ],
    },
  ],
  [
    "empty prefixes",
    { route, match: [{ scheme: { prefix: "" }, headers: { a: { prefix: "" } } }] },
    "FW0106 match[0].scheme.prefix",
    "FW0106 match[0].headers.a.prefix",
  ],
  ["two ways to match", { route, match: [{ uri: { exact: "/a", prefix: "/b" } }] }, "FW0111 match[0].uri"],
  [
    "expressions that are not of RE2",
    { route, match: [{ uri: { regex: "(?=a)" }, headers: { a: { regex: "*" } }, queryParams: { q: { regex: "" } } }] },
    "FW0209 match[0].uri.regex",
    "FW0209 match[0].headers.a.regex",
    "FW0106 match[0].queryParams.q.regex",
  ],
  [
    "an expression that is too long",
    { route, match: [{ uri: { regex: "a".repeat(1025) } }] },
    "FW0106 match[0].uri.regex",
  ],
  [
    "names of headers",
    { route, match: [{ headers: { "a b": {} }, withoutHeaders: { "": {} } }] },
    'FW0215 match[0].headers["a b"]',
    'FW0215 match[0].withoutHeaders[""]',
  ],
  [
    "ports and namespaces",
    { route, match: [{ port: 65536, sourceNamespace: "a_b", gateways: ["/"] }] },
    "FW0203 match[0].port",
    "FW0308 match[0].gateways[0]",
    "FW0214 match[0].sourceNamespace",
  ],

  ["a timeout", { route, timeout: "1.5s" }],
  ["no timeout at all", { route, timeout: "0s" }, "FW0201 timeout"],
  [
    "retries",
    { route, retries: { attempts: 3, perTryTimeout: "2s", retryOn: "5xx,connect-failure,503", backoff: "10ms" } },
  ],
  ["retries switched off", { route, retries: { attempts: 0 } }],
  ["retries switched off, with conditions", { route, retries: { retryOn: "5xx" } }, "FW0329 retries.attempts"],
  ["negative retries", { route, retries: { attempts: -1 } }, "FW0105 retries.attempts"],
  [
    "unknown retry conditions",
    { route, retries: { attempts: 1, retryOn: "5xx, reset,299" } },
    "FW0317 retries.retryOn",
    "FW0317 retries.retryOn",
  ],

  [
    "faults",
    {
      route,
      fault: {
        delay: { fixedDelay: "5s", percentage: { value: 0.1 } },
        abort: { httpStatus: 503, percentage: { value: 100 } },
      },
    },
  ],
  ["an empty fault", { route, fault: {} }, "FW0103 fault"],
  ["an abort without an error", { route, fault: { abort: { percentage: { value: 1 } } } }, "FW0328 fault.abort"],
  [
    "unsupported faults",
    { route, fault: { delay: { exponentialDelay: "1s" }, abort: { http2Error: "x" } } },
    "FW0319 fault.delay.exponentialDelay",
    "FW0319 fault.abort.http2Error",
  ],
  ["statuses of faults", { route, fault: { abort: { grpcStatus: "unavailable" } } }, "FW0318 fault.abort.grpcStatus"],
  ["a status that is none", { route, fault: { abort: { httpStatus: 100 } } }, "FW0318 fault.abort.httpStatus"],
  [
    "percentages",
    {
      route,
      fault: {
        delay: { fixedDelay: "1s", percentage: { value: 101 } },
        abort: { httpStatus: 500, percentage: { value: 0.00001 } },
      },
    },
    "FW0202 fault.delay.percentage.value",
    "FW0202 fault.abort.percentage.value",
  ],
  ["the old percentage", { route, fault: { delay: { fixedDelay: "1s", percent: 10 } } }, "FW0114 fault.delay.percent"],

  ["mirror", { route, mirror: destination, mirrorPercentage: { value: 50 } }],
  ["mirrors", { route, mirrors: [{ destination, percentage: { value: 1.5 } }] }],
  ["mirror and mirrors", { route, mirror: destination, mirrors: [{ destination }] }, "FW0111"],
  [
    "shares of mirrors",
    { route, mirrors: [{ destination, percentage: { value: -1 } }], mirrorPercentage: { value: 100.5 } },
    "FW0202 mirrors[0].percentage.value",
    "FW0202 mirrorPercentage.value",
  ],
  [
    "the old share, in either spelling",
    { route, mirror: destination, mirror_percent: 101 },
    "FW0202 mirrorPercent",
    "FW0114 mirrorPercent",
  ],

  [
    "CORS",
    {
      route,
      corsPolicy: {
        allowOrigins: [{ exact: "https://a.com" }],
        allowMethods: ["GET", "*"],
        allowHeaders: ["x-a", "*"],
        maxAge: "24h",
      },
    },
  ],
  [
    "CORS that is malformed",
    {
      route,
      corsPolicy: {
        allowOrigin: ["*"],
        allowOrigins: [{}, { exact: "" }],
        allowMethods: ["get"],
        exposeHeaders: ["a b"],
        maxAge: "1.5s",
      },
    },
    "FW0114 corsPolicy.allowOrigin",
    "FW0103 corsPolicy.allowOrigins[0]",
    "FW0106 corsPolicy.allowOrigins[1].exact",
    "FW0215 corsPolicy.allowMethods[0]",
    "FW0215 corsPolicy.exposeHeaders[0]",
    "FW0201 corsPolicy.maxAge",
  ],

  [
    "headers",
    {
      route,
      headers: {
        request: { set: { Host: "a", "x-a": "%REQ(b)%" }, remove: ["x-b"] },
        response: { add: { "x-c": "1" } },
      },
    },
  ],
  [
    "headers that cannot be changed",
    {
      route,
      headers: {
        request: { set: { ":path": "/" }, remove: ["host", ":method", ""] },
        response: { add: { host: "a" } },
      },
    },
    'FW0320 headers.request.set[":path"]',
    "FW0320 headers.request.remove[0]",
    "FW0320 headers.request.remove[1]",
    "FW0215 headers.request.remove[2]",
    "FW0320 headers.response.add.host",
  ],
  [
    "values of headers",
    { route: [{ destination, headers: { request: { add: { a: "50%" } } } }] },
    "FW0321 route[0].headers.request.add.a",
  ],
  [
    "the authority set twice",
    { route, rewrite: { authority: "a" }, headers: { request: { set: { host: "b" } } } },
    "FW0320 headers.request",
  ],

  ["rewrite", { route, rewrite: { uriRegexRewrite: { match: "^/a/(.*)", rewrite: "/\\1" }, authority: "a" } }],
  [
    "rewrite by two ways",
    { route, rewrite: { uri: "/", uriRegexRewrite: { match: "a", rewrite: "b" } } },
    "FW0111 rewrite",
  ],
  ["rewrite of nothing", { route, rewrite: {} }, "FW0103 rewrite"],
  [
    "rewrite by half an expression",
    { route, rewrite: { uriRegexRewrite: { match: "[" } } },
    "FW0209 rewrite.uriRegexRewrite.match",
    "FW0103 rewrite.uriRegexRewrite.rewrite",
  ],

  ["redirect to a port", { redirect: { derivePort: "FROM_REQUEST_PORT", scheme: "https", redirectCode: 308 } }],
  ["redirect nowhere", { redirect: { redirectCode: 301 } }, "FW0103 redirect"],
  [
    "redirect that is malformed",
    { redirect: { scheme: "ftp", redirectCode: 200, port: 70000 } },
    "FW0203 redirect.port",
    "FW0104 redirect.scheme",
    "FW0318 redirect.redirectCode",
  ],
  ["redirect by two ports", { redirect: { port: 80, derivePort: "FROM_REQUEST_PORT" } }, "FW0111 redirect"],
  [
    "a body that is too large",
    { directResponse: { status: 200, body: { string: "x".repeat(1024 * 1024 + 1) } } },
    "FW0106 directResponse.body",
  ],
  [
    "a body that is large",
    { directResponse: { status: 200, body: { bytes: "AAAA".repeat(50_000) } } },
    "FW0327 directResponse.body",
  ],
  ["a status of direct responses", { directResponse: { status: 99 } }, "FW0318 directResponse.status"],
];

for (const [name, http, ...problems] of cases) {
  test(`HTTP route: ${name}`, () => {
    const found = judgeSpec(virtualServiceKind, { hosts: ["reviews"], http: [http] });
    assert.deepEqual(
      found.map((line) => line.replace(/ spec\.http\[0\]\.?/, " ").trim()),
      problems,
    );
  });
}
