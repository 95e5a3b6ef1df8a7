import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { builtInCatalog, type Resource } from "../api/index.ts";
import { systemClock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { type LogLine, LogScopes } from "../base/log.ts";
import { defaultApiLimits } from "../http/index.ts";
import { EdgeServer } from "./edge-server.ts";

/** An object that nothing can be made of which could be sent. */
const unsendable = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "a", namespace: "default", resourceVersion: "1", uid: "1" },
  get spec(): object {
    throw new Error("this cannot be read");
  },
} as unknown as Resource;

suite("the server of the wrapper", { timeout: 10_000 }, () => {
  const lines: LogLine[] = [];
  const kinds = builtInCatalog();
  const server = new EdgeServer({
    store: {
      get: async () => unsendable,
      list: async () => ({ items: [unsendable], resourceVersion: "1" }),
      watch: () => assert.fail("nobody watches"),
    },
    kinds: () => kinds,
    serves: () => true,
    send: async () => {
      throw new FairwayError("Unavailable", "the server is away");
    },
    reachable: () => false,
    stale: () => undefined,
    times: { clock: systemClock, defaultTimeout: 1000, bookmarkInterval: 1000, stallTimeout: 1000 },
    limits: defaultApiLimits,
    debug: false,
    log: new LogScopes((line) => lines.push(line), systemClock).scope("requests", ""),
    answered: () => undefined,
    watching: () => undefined,
  });
  let url = "";
  before(async () => {
    url = `http://${await server.listen({ host: "127.0.0.1", port: 0 }, "test")}`;
  });
  after(() => server.close(0));

  test("answers what it cannot encode with a Status of 500, logs why, and goes on", async () => {
    for (const path of ["/api/v1/namespaces/default/services/a", "/api/v1/services"]) {
      for (const accept of ["application/json", "application/vnd.kubernetes.protobuf"]) {
        const answer = await fetch(url + path, { headers: { accept } });
        assert.equal(answer.status, 500, `${path} as ${accept}`);
        if (accept !== "application/json") continue;
        const { kind, status, reason } = (await answer.json()) as { kind: string; status: string; reason: string };
        assert.deepEqual([kind, status, reason], ["Status", "Failure", "InternalError"]);
      }
    }
    assert.ok(lines.some(({ message }) => message === "Request failed"));
  });
});
