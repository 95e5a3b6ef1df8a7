import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { createAuthority } from "../pki/index.ts";
import { WorkloadCertificates } from "./workload-certificates.ts";

const hour = 3_600_000;
const who = (serviceAccount: string) => ({ trustDomain: "td", namespace: "shop", serviceAccount });

test("a workload has one certificate at a time, which is replaced before half of its life is over", () => {
  const clock = new ManualClock();
  let due = 0;
  const certificates = new WorkloadCertificates({ authority: createAuthority(clock), due: () => (due += 1), clock });
  const first = certificates.certificateOf(who("web"));
  const parsed = new X509Certificate(first.chain);
  assert.equal(parsed.subjectAltName, "URI:spiffe://td/ns/shop/sa/web");
  assert.equal(Date.parse(parsed.validTo), clock.now() + 24 * hour);
  clock.advance(6 * hour);
  const later = certificates.certificateOf(who("db"));
  assert.equal(certificates.certificateOf(who("web")), first);
  assert.notEqual(later.chain, first.chain);

  clock.advance(6 * hour);
  assert.equal(due, 1);
  assert.notEqual(certificates.certificateOf(who("web")), first);
  assert.equal(certificates.certificateOf(who("db")), later);
  clock.advance(6 * hour);
  assert.equal(due, 2);
  assert.notEqual(certificates.certificateOf(who("db")), later);
  certificates.close();
  clock.advance(48 * hour);
  assert.equal(due, 2);
});

test("certificates that nobody asks for any more are forgotten", () => {
  const clock = new ManualClock();
  let due = 0;
  const certificates = new WorkloadCertificates({ authority: createAuthority(clock), due: () => (due += 1), clock });
  certificates.certificateOf(who("web"));
  clock.advance(1000 * hour);
  assert.equal(due, 1);
});
