import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { writeFileAtomically } from "../base/write-file.ts";
import { type KeyPair, keyPem, newKey } from "./certificate.ts";
import { type Authority, createAuthority, issueServerCertificate, isUsable } from "./certificate-authority.ts";

/** The authority in `dir`, made on first start: `ca.crt`, and `ca.key` for its owner's eyes only. */
export async function loadAuthority(dir: string, clock: Clock): Promise<KeyPair> {
  const found = await readPair(dir, "ca");
  if (found) return found;
  const made = createAuthority(clock);
  await writePair(dir, "ca", made);
  return made;
}

/** The authority in `dir`; it is a fault if there is none yet. */
export async function readAuthority(dir: string): Promise<KeyPair> {
  const found = await readPair(dir, "ca");
  if (found) return found;
  throw new FairwayError(
    "Settings",
    `${join(dir, "ca.crt")} is missing: --data-dir must be the directory of a Fairway that was started once`,
  );
}

/** The server certificate `NAME.crt` in `dir`, made anew when it is missing, runs out, or lacks a name. */
export async function loadServerCertificate(
  dir: string,
  name: string,
  authority: Authority,
  names: readonly string[],
  clock: Clock,
): Promise<KeyPair> {
  const found = await readPair(dir, name);
  if (found && isUsable(found, authority, names, clock)) return found;
  const made = issueServerCertificate(authority, names, clock);
  await writePair(dir, name, made);
  return made;
}

/** The private key `NAME.key` in `dir` as PEM, made on first use, for its owner's eyes only. */
export async function loadSigningKey(dir: string, name: string): Promise<string> {
  const path = join(dir, `${name}.key`);
  const found = await read(path);
  if (found !== undefined) return found;
  const made = keyPem(newKey());
  await writeFileAtomically(path, made, 0o600);
  return made;
}

async function readPair(dir: string, name: string): Promise<KeyPair | undefined> {
  const [certificate, privateKey] = await Promise.all([read(join(dir, `${name}.crt`)), read(join(dir, `${name}.key`))]);
  if (certificate === undefined && privateKey === undefined) return undefined;
  if (certificate === undefined || privateKey === undefined) {
    const missing = join(dir, `${name}.${certificate === undefined ? "crt" : "key"}`);
    throw new FairwayError("Settings", `${missing} is missing, but its pair is there: restore it, or remove both`);
  }
  return { certificate, privateKey };
}

async function writePair(dir: string, name: string, pair: KeyPair): Promise<void> {
  await writeFileAtomically(join(dir, `${name}.key`), pair.privateKey, 0o600);
  await writeFileAtomically(join(dir, `${name}.crt`), pair.certificate, 0o644);
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
