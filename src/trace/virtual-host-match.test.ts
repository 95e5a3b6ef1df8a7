import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { matchVirtualHost, withoutPort } from "./virtual-host-match.ts";

const found = (host: string, domains: readonly string[], ignorePortInHostMatching = false) =>
  matchVirtualHost(
    { virtualHosts: domains.map((domain) => ({ name: domain, domains: [domain] })), ignorePortInHostMatching },
    host,
  )?.domain;

suite("matchVirtualHost", () => {
  const domains = ["*", "www.*", "www.foo.*", "*.com", "*.foo.com", "*-bar.foo.com", "www.foo.com"];
  test("prefers exact, then the longest suffix, then the longest prefix, then any", () => {
    assert.equal(found("www.foo.com", domains), "www.foo.com");
    assert.equal(found("x-bar.foo.com", domains), "*-bar.foo.com");
    assert.equal(found("x.foo.com", domains), "*.foo.com");
    assert.equal(found("www.x.com", domains), "*.com");
    assert.equal(found("www.foo.org", domains), "www.foo.*");
    assert.equal(found("www.org", domains), "www.*");
    assert.equal(found("org", domains), "*");
    assert.equal(found("org", ["*.com"]), undefined);
  });
  test("does not let a wildcard stand for nothing", () => {
    assert.equal(found(".com", ["*.com"]), undefined);
    assert.equal(found("www.", ["www.*"]), undefined);
  });
  test("compares without regard to case", () => {
    assert.equal(found("A.Example.COM", ["a.EXAMPLE.com"]), "a.EXAMPLE.com");
  });
  test("minds the port unless told otherwise", () => {
    assert.equal(found("a.com:80", ["a.com"]), undefined);
    assert.equal(found("a.com:80", ["a.com"], true), "a.com");
    assert.equal(found("a.com:80", ["a.com:80", "a.com"]), "a.com:80");
    assert.equal(found("[2001:db8::1]:80", ["[2001:db8::1]"], true), "[2001:db8::1]");
  });
});

test("withoutPort leaves addresses whole", () => {
  assert.equal(withoutPort("[2001:db8::1]"), "[2001:db8::1]");
  assert.equal(withoutPort("2001:db8::1"), "2001:db8::1");
  assert.equal(withoutPort("10.0.0.1:80"), "10.0.0.1");
});
