import { createPrivateKey, X509Certificate } from "node:crypto";
import type { Part } from "../part.ts";

/** What a secret for TLS lacks, such as "has no certificate"; undefined if it will do. */
export function keyPairFault(secret: Part): string | undefined {
  const certificate = entry(secret, "tls.crt") ?? entry(secret, "cert");
  const key = entry(secret, "tls.key") ?? entry(secret, "key");
  if (!certificate) return "has no certificate (`tls.crt`)";
  if (!key) return "has no private key (`tls.key`)";
  if (!isReadable(() => new X509Certificate(certificate))) return "holds no certificate in PEM form";
  return isReadable(() => createPrivateKey(key)) ? undefined : "holds no private key in PEM form";
}

function entry(secret: Part, key: string): Buffer | undefined {
  const plain = secret.at("stringData", key).text;
  if (plain !== "") return Buffer.from(plain);
  const encoded = secret.at("data", key).text;
  return encoded === "" ? undefined : Buffer.from(encoded, "base64");
}

/** Keys and certificates are the user's: that they cannot be read is an answer. */
function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
