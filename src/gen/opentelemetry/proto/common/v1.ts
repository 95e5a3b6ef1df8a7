// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
export interface AnyValue {
  readonly stringValue?: string | undefined;
  readonly boolValue?: boolean | undefined;
  readonly intValue?: number | string | undefined;
  readonly doubleValue?: number | undefined;
  readonly arrayValue?: ArrayValue | undefined;
  readonly kvlistValue?: KeyValueList | undefined;
  readonly bytesValue?: string | undefined;
  readonly stringValueStrindex?: number | undefined;
}

export interface ArrayValue {
  readonly values?: readonly AnyValue[] | undefined;
}

export interface KeyValue {
  readonly key?: string | undefined;
  readonly value?: AnyValue | undefined;
  readonly keyStrindex?: number | undefined;
}

export interface KeyValueList {
  readonly values?: readonly KeyValue[] | undefined;
}
