import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { viewFor } from "../testing/view.ts";
import { routeClient } from "./route-client.ts";

describe("clients of virtual hosts", () => {
  const client = (config: object) => routeClient(viewFor({ config }).scope);

  test("are the same if the mesh says the same of hosts, whatever else it says", () => {
    assert.equal(client({ accessLogFile: "/dev/stdout" }), client({}));
    const retries = () => ({ defaultHttpRetryPolicy: { attempts: 7 } });
    assert.equal(client(retries()), client({ ...retries(), accessLogFile: "/dev/stdout" }));
  });

  test("differ by what it says of retries and attempts", () => {
    const plain = client({});
    assert.notEqual(client({ defaultHttpRetryPolicy: { attempts: 7 } }), plain);
    const proxyHeaders = { attemptCount: { disabled: true } };
    assert.notEqual(client({ defaultConfig: { proxyHeaders } }), plain);
  });
});
