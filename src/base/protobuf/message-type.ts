/** Types of protobuf fields, by the numbers that descriptors use for them. */
export const fieldTypes = {
  double: 1,
  float: 2,
  int64: 3,
  uint64: 4,
  int32: 5,
  fixed64: 6,
  fixed32: 7,
  bool: 8,
  string: 9,
  message: 11,
  bytes: 12,
  uint32: 13,
  enum: 14,
  sfixed32: 15,
  sfixed64: 16,
  sint32: 17,
  sint64: 18,
} as const;

export type FieldTypeNumber = (typeof fieldTypes)[keyof typeof fieldTypes];

/** The words of an enum. */
export interface EnumType {
  readonly name: string;
  readonly numbers: ReadonlyMap<string, number>;
  readonly words: ReadonlyMap<number, string>;
}

/** One field of a message. */
export interface MessageField {
  /** As in JSON: lowerCamelCase. */
  readonly name: string;
  /** As in the .proto file: snake_case; JSON may use it too. */
  readonly protoName: string;
  readonly number: number;
  readonly type: FieldTypeNumber;
  readonly repeated: boolean;
  /** Numbers of a repeated field travel in one run. */
  readonly packed: boolean;
  /** Being set to its zero differs from not being set. */
  readonly presence: boolean;
  /** Name of the oneof the field is in. */
  readonly oneof: string | undefined;
  /** Full name of the message or enum. */
  readonly typeName: string;
}

/** A message as its descriptor has it. */
export interface MessageType {
  /** Full name, such as `envoy.config.cluster.v3.Cluster`. */
  readonly name: string;
  /** Rising by number. */
  readonly fields: readonly MessageField[];
  /** An entry of a map field: key is 1, value is 2. */
  readonly mapEntry: boolean;
}
