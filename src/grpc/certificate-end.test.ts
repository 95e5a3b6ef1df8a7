import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../base/clock.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { issueWorkloadCertificate, loadAuthority, loadServerCertificate } from "../pki/index.ts";
import { GrpcServer } from "./grpc-server.ts";
import { echo } from "./testing/echo.ts";
import { GrpcClient } from "./testing/grpc-client.ts";

const day = 24 * 60 * 60_000;

test("a call ends with the certificate of its client, which is told so", { timeout: 20_000 }, async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "fairway-grpc-"));
  t.after(() => rm(dir, { recursive: true }));
  const authority = await loadAuthority(dir, systemClock);
  const own = await loadServerCertificate(dir, "xds", authority, ["127.0.0.1"], systemClock);
  const clock = new ManualClock(Date.now());
  const server = new GrpcServer({
    methods: new Map([["/a.B/C", echo]]),
    tls: { key: own.privateKey, cert: own.certificate, ca: authority.certificate },
    // Nobody can answer in time while the clock jumps.
    limits: { pingInterval: 1000 * day, handshakeTimeout: 1000 * day },
    clock,
  });
  const address = await server.listen({ host: "127.0.0.1", port: 0 }, "test");
  // Longer than a timer can be set to.
  const { certificate, privateKey } = issueWorkloadCertificate(
    authority,
    "spiffe://a/ns/b/sa/c",
    60 * day,
    systemClock,
  );
  const client = new GrpcClient(`https://${address}`, {
    ca: authority.certificate,
    cert: certificate,
    key: privateKey,
  });
  t.after(async () => {
    await client.close();
    await server.close(100);
  });
  const call = client.call("/a.B/C");
  call.send(Buffer.from("x"));
  assert.equal(String(await call.next()), "x");
  clock.advance(59 * day);
  call.send(Buffer.from("y"));
  assert.equal(String(await call.next()), "y");
  // The certificate is a little younger than the clock.
  clock.advance(day + 60_000);
  assert.equal(await call.next(), undefined);
  assert.deepEqual(await call.ended, { code: 16, message: "the client certificate has expired" });
});
