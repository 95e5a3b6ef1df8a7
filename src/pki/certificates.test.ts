import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { systemClock } from "../base/clock.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { createAuthority, issueWorkloadCertificate, loadAuthority, loadServerCertificate } from "./index.ts";

const names = ["localhost", "127.0.0.1", "::1", "2001:db8::7"];

suite("certificates", () => {
  const dir = mkdtempSync(join(tmpdir(), "fairway-pki-"));
  after(() => rmSync(dir, { recursive: true }));

  test("are made on first start and kept, keys for their owner only", async () => {
    const ca = await loadAuthority(dir, systemClock);
    const server = await loadServerCertificate(dir, "api", ca, names, systemClock);
    assert.deepEqual(await loadAuthority(dir, systemClock), ca);
    assert.deepEqual(await loadServerCertificate(dir, "api", ca, names, systemClock), server);
    for (const file of ["ca.key", "api.key"]) assert.equal(statSync(join(dir, file)).mode & 0o777, 0o600, file);
  });

  test("are accepted by Node's verifier for each name", async () => {
    const ca = await loadAuthority(dir, systemClock);
    const authority = new X509Certificate(ca.certificate);
    const server = new X509Certificate(readFileSync(join(dir, "api.crt")));
    assert.ok(authority.ca && authority.verify(authority.publicKey));
    assert.ok(!server.ca && server.verify(authority.publicKey) && server.checkIssued(authority));
    assert.ok(server.checkHost("localhost"));
    for (const ip of names.slice(1)) assert.ok(server.checkIP(ip), ip);
    assert.equal(server.checkHost("example.com"), undefined);
  });

  test("pass OpenSSL's strict verification", async (t) => {
    try {
      execFileSync("openssl", ["version"]);
    } catch {
      return t.skip("needs openssl");
    }
    const verified = execFileSync("openssl", [
      "verify",
      "-x509_strict",
      "-CAfile",
      join(dir, "ca.crt"),
      join(dir, "api.crt"),
    ]);
    assert.match(verified.toString(), /OK/);
  });

  test("are made anew when they lack a name, run out, or are of another authority", async () => {
    const ca = await loadAuthority(dir, systemClock);
    const first = await loadServerCertificate(dir, "api", ca, names, systemClock);
    const named = await loadServerCertificate(dir, "api", ca, [...names, "fairway.test"], systemClock);
    assert.notEqual(named.certificate, first.certificate);
    const nextYear = new ManualClock(Date.now() + 340 * 24 * 3600 * 1000);
    const renewed = await loadServerCertificate(dir, "api", ca, names, nextYear);
    assert.notEqual(renewed.certificate, named.certificate);
    unlinkSync(join(dir, "ca.crt"));
    unlinkSync(join(dir, "ca.key"));
    const other = await loadAuthority(dir, systemClock);
    const reissued = await loadServerCertificate(dir, "api", other, names, systemClock);
    assert.ok(new X509Certificate(reissued.certificate).verify(new X509Certificate(other.certificate).publicKey));
  });

  test("of workloads name their identity and nothing else, for both ends of a connection", () => {
    const ca = createAuthority(systemClock);
    const identity = "spiffe://cluster.local/ns/app/sa/web";
    const { certificate } = issueWorkloadCertificate(ca, identity, 3_600_000, systemClock);
    const parsed = new X509Certificate(certificate);
    assert.ok(!parsed.ca && parsed.verify(new X509Certificate(ca.certificate).publicKey));
    assert.equal(parsed.subjectAltName, `URI:${identity}`);
    assert.deepEqual(parsed.keyUsage, ["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]);
    const left = Date.parse(parsed.validTo) - Date.now();
    assert.ok(left > 3_590_000 && left <= 3_600_000, String(left));
  });

  test("half a pair is an error that says what to do", async () => {
    unlinkSync(join(dir, "ca.key"));
    await assert.rejects(loadAuthority(dir, systemClock), /ca\.key is missing.*restore it, or remove both/);
  });
});
