import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { GrpcServer } from "./grpc-server.ts";
import { HealthService } from "./health-service.ts";
import { GrpcClient } from "./testing/grpc-client.ts";

async function start(t: TestContext) {
  const health = new HealthService(["a.B"]);
  const server = new GrpcServer({ methods: health.methods() });
  const client = new GrpcClient(`http://${await server.listen({ host: "127.0.0.1", port: 0 }, "test")}`);
  t.after(async () => {
    await client.close();
    await server.close(100);
  });
  const call = (method: string, service: string) => {
    const made = client.call(`/grpc.health.v1.Health/${method}`);
    made.send(
      service === "" ? Buffer.alloc(0) : Buffer.concat([Buffer.from([10, service.length]), Buffer.from(service)]),
    );
    made.stream.end();
    return made;
  };
  return { health, call };
}

describe("health checking", { timeout: 10_000 }, () => {
  test("tells whether the server and its services can serve", async (t) => {
    const { health, call } = await start(t);
    assert.deepEqual([...((await call("Check", "").next()) ?? [])], [8, 2]);
    health.set(true);
    const check = call("Check", "a.B");
    assert.deepEqual([...((await check.next()) ?? [])], [8, 1]);
    assert.equal((await check.ended).code, 0);
    assert.equal((await call("Check", "c").ended).code, 5);
  });

  test("tells those who watch of every change", async (t) => {
    const { health, call } = await start(t);
    const watch = call("Watch", "");
    const other = call("Watch", "c");
    assert.deepEqual([...((await watch.next()) ?? [])], [8, 2]);
    assert.deepEqual([...((await other.next()) ?? [])], [8, 3]);
    health.set(true);
    assert.deepEqual([...((await watch.next()) ?? [])], [8, 1]);
    health.set(false);
    assert.deepEqual([...((await watch.next()) ?? [])], [8, 2]);
  });
});
