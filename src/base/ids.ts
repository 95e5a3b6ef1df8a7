import { randomBytes, randomUUID } from "node:crypto";

/** Where random identifiers come from, so that tests can make them predictable. */
export interface Ids {
  /** A random UUID, for `metadata.uid`. */
  uuid(): string;
  /** `length` characters of `[a-z0-9]`, for generated names. */
  suffix(length: number): string;
  /** A secret of `bytes` random bytes, URL-safe. */
  secret(bytes: number): string;
}

const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** Identifiers from the machine's own source of randomness. */
export const randomIds: Ids = {
  uuid: () => randomUUID(),
  suffix: (length) => Array.from(randomBytes(length), (b) => alphabet[b % alphabet.length]).join(""),
  secret: (bytes) => randomBytes(bytes).toString("base64url"),
};
