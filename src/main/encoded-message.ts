/** A message on the wire. */
export interface EncodedMessage {
  readonly bytes: Uint8Array;
  /** Changes with the bytes and only with them; default: their hash. */
  readonly version?: string;
}
