import assert from "node:assert/strict";
import { test } from "node:test";
import { requestAddress } from "./request-address.ts";

test("an address is what URL's parser makes of it, plain or not", () => {
  const addresses = [
    "/",
    "",
    "*",
    "//host/path",
    "/api/v1",
    "/api/v1/",
    "/api/v1/namespaces/default/configmaps/a.b-c_d~e",
    "/api/v1/configmaps?limit=5&labelSelector=a%3Db,c+d&watch",
    "/api/v1/configmaps?",
    "/api/v1/configmaps?a=1?b=2",
    "/api/v1/configmaps?a=\"<'>|^`{}\\",
    "/api/v1/configmaps?a=1#there",
    "/api/../apis/./x",
    "/api/..",
    "/api/.hidden/...",
    "/api//v1",
    "/api/%2e%2e/x",
    "/api/a b",
    "/api/ä?ö=ü",
    "/api\\v1",
    "https://elsewhere:123/api?x=y",
    "http://[bad",
  ];
  for (const address of addresses) {
    const { path, query } = requestAddress(address);
    const url = URL.parse(address, "https://fairway");
    assert.equal(path, url?.pathname ?? "", address);
    assert.deepEqual([...query], [...(url?.searchParams ?? [])], address);
  }
});
