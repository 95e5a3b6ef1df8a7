import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import type { KeyPair } from "./certificate.ts";
import { oid } from "./der.ts";
import { type DerValue, readDer } from "./read-der.ts";

/** Who signs, as it must stand in what is signed. */
export interface Issuer {
  readonly key: KeyObject;
  /** Its name in DER, byte for byte that of its own certificate: verifiers compare bytes. */
  readonly name: Buffer;
  /** The name of its key in its own certificate; undefined if that has none. */
  readonly keyIdentifier: Buffer | undefined;
}

/** What an authority's own certificate says of it, and its key. */
export function issuerOf({ certificate, privateKey }: KeyPair): Issuer {
  const [whole] = readDer(new X509Certificate(certificate).raw);
  const [body] = readDer(whole?.content ?? empty);
  const fields = readDer(body?.content ?? empty);
  // The version stands before all others, unless it is the first one.
  const [, , , , subject, , ...rest] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields;
  return { key: createPrivateKey(privateKey), name: subject?.bytes ?? empty, keyIdentifier: keyIdentifierIn(rest) };
}

const empty = Buffer.alloc(0);
const subjectKeyIdentifier = oid("2.5.29.14");

function keyIdentifierIn(fields: readonly DerValue[]): Buffer | undefined {
  const extensions = fields.find(({ tag }) => tag === 0xa3);
  const [list] = readDer(extensions?.content ?? empty);
  for (const extension of readDer(list?.content ?? empty)) {
    const parts = readDer(extension.content);
    if (!parts[0]?.bytes.equals(subjectKeyIdentifier)) continue;
    const [identifier] = readDer(parts.at(-1)?.content ?? empty);
    return identifier?.content;
  }
  return undefined;
}
