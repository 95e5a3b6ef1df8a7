import { systemClock } from "../../src/base/clock.ts";
import { loadAuthority, loadServerCertificate } from "../../src/pki/index.ts";
import { scratch } from "../tools/fairway.ts";
import type { ThrowawayPair } from "./static-bootstrap.ts";

/** A key pair that nobody trusts, for configuration that must have one. */
export async function throwawayPair(): Promise<ThrowawayPair> {
  const { dir, remove } = scratch();
  try {
    const authority = await loadAuthority(dir, systemClock);
    return await loadServerCertificate(dir, "any", authority, ["example.invalid"], systemClock);
  } finally {
    remove();
  }
}
