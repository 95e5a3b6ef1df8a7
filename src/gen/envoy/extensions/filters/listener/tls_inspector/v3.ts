// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
export interface TlsInspector {
  readonly enableJa3Fingerprinting?: boolean | undefined;
  readonly initialReadBufferSize?: number | undefined;
  readonly enableJa4Fingerprinting?: boolean | undefined;
  readonly closeConnectionOnClientHelloParsingErrors?: boolean | undefined;
  readonly maxClientHelloSize?: number | undefined;
}
