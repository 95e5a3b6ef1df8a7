import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { keepsHeaderCase } from "../header-case.ts";
import { type HttpChoice, httpOptions, speaksHttp2 } from "./http-options.ts";

const extension = "envoy.extensions.upstreams.http.v3.HttpProtocolOptions";

function options(choice: Partial<HttpChoice>): object | undefined {
  const plain = {
    protocol: "http",
    pool: undefined,
    upgrades: false,
    clientDecides: false,
    keepsHeaderCase: false,
  } as const;
  const made = httpOptions({ ...plain, ...choice });
  if (!made) return undefined;
  const { "@type": type, ...fields } = made[extension] ?? { "@type": "" };
  assert.equal(type, `type.googleapis.com/${extension}`);
  return fields;
}

const http2 = { explicitHttpConfig: { http2ProtocolOptions: {} } };

describe("a cluster speaks", () => {
  test("HTTP/1.1 without being told", () => {
    assert.equal(options({}), undefined);
    assert.equal(options({ protocol: "tcp" }), undefined);
  });

  test("HTTP/2 where the port says so", () => {
    for (const protocol of ["http2", "grpc", "grpc-web"] as const) assert.deepEqual(options({ protocol }), http2);
  });

  test("HTTP/2 where HTTP is upgraded, unless the pool refuses", () => {
    assert.deepEqual(options({ upgrades: true }), http2);
    assert.deepEqual(options({ pool: { http: { h2UpgradePolicy: "UPGRADE" } } }), http2);
    assert.equal(options({ upgrades: true, pool: { http: { h2UpgradePolicy: "DO_NOT_UPGRADE" } } }), undefined);
    assert.equal(options({ upgrades: "never", pool: { http: { h2UpgradePolicy: "UPGRADE" } } }), undefined);
    assert.equal(speaksHttp2({ protocol: "tcp", pool: undefined, upgrades: true }), false);
  });

  test("what the client speaks, where that is found out or asked for", () => {
    const downstream = { useDownstreamProtocolConfig: { httpProtocolOptions: {}, http2ProtocolOptions: {} } };
    assert.deepEqual(options({ protocol: "auto", clientDecides: true }), downstream);
    assert.deepEqual(options({ pool: { http: { useClientProtocol: true } } }), downstream);
    assert.deepEqual(options({ pool: { http: { useClientProtocol: true, maxConcurrentStreams: 4 } } }), {
      commonHttpProtocolOptions: {},
      useDownstreamProtocolConfig: { httpProtocolOptions: {}, http2ProtocolOptions: { maxConcurrentStreams: 4 } },
    });
  });
});

test("headers keep their letter case where HTTP/1 may be spoken", () => {
  const httpProtocolOptions = { headerKeyFormat: keepsHeaderCase };
  const cased = (choice: Partial<HttpChoice>) => options({ keepsHeaderCase: true, ...choice });
  assert.deepEqual(cased({}), { explicitHttpConfig: { httpProtocolOptions } });
  assert.deepEqual(cased({ protocol: "auto", clientDecides: true }), {
    useDownstreamProtocolConfig: { httpProtocolOptions, http2ProtocolOptions: {} },
  });
  assert.deepEqual(cased({ protocol: "grpc" }), http2);
  assert.equal(cased({ protocol: "tcp" }), undefined);
});

test("the pool limits the life of connections, HTTP's word before TCP's", () => {
  const pool = {
    tcp: { idleTimeout: "1m", maxConnectionDuration: "1h" },
    http: { idleTimeout: "30s", maxRequestsPerConnection: 5 },
  };
  assert.deepEqual(options({ pool }), {
    commonHttpProtocolOptions: { idleTimeout: "30s", maxConnectionDuration: "3600s", maxRequestsPerConnection: 5 },
    explicitHttpConfig: { httpProtocolOptions: {} },
  });
});

test("names and identities are taken from requests", () => {
  assert.deepEqual(options({ autoSni: true }), {
    upstreamHttpProtocolOptions: { autoSni: true },
    explicitHttpConfig: { httpProtocolOptions: {} },
  });
});

test("statuses of the user's choice count as errors", () => {
  const match = (exact: string) => ({
    httpResponseHeadersMatch: { headers: [{ name: ":status", stringMatch: { exact } }] },
  });
  const errors = (...codes: readonly number[]) =>
    (options({ outliers: { outlierDetectionHttpErrorCodes: codes } }) as { outlierDetection?: object } | undefined)
      ?.outlierDetection;
  assert.deepEqual(errors(429), { errorMatcher: match("429") });
  assert.deepEqual(errors(429, 503), { errorMatcher: { orMatch: { rules: [match("429"), match("503")] } } });
  assert.equal(errors(), undefined);
});
