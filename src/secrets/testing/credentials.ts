import type { Resource } from "../../api/index.ts";
import { systemClock } from "../../base/clock.ts";
import { createAuthority, issueWorkloadCertificate, type KeyPair } from "../../pki/index.ts";

/** A certificate of its own small authority. */
export interface TestCredential extends KeyPair {
  readonly authority: string;
}

/** A new certificate with a key. */
export function testCredential(): TestCredential {
  const authority = createAuthority(systemClock);
  const pair = issueWorkloadCertificate(authority, "spiffe://test/ns/a/sa/b", 3_600_000, systemClock);
  return { ...pair, authority: authority.certificate };
}

/** A Secret with data in plain text; `place` is `namespace/name`. */
export function secretObject(place: string, data: { readonly [key: string]: string }): Resource {
  const encoded = Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString("base64")]);
  return { ...named("Secret", place), data: Object.fromEntries(encoded) };
}

/** A ConfigMap; `place` is `namespace/name`. */
export function configMapObject(place: string, data: { readonly [key: string]: string }): Resource {
  return { ...named("ConfigMap", place), data };
}

function named(kind: string, place: string): Resource {
  const [namespace = "", name = ""] = place.split("/");
  return { apiVersion: "v1", kind, metadata: { namespace, name } };
}
