import { isObject } from "../../base/json.ts";
import { WireWriter, wireTypes } from "../../base/wire-writer.ts";

/** The media type of OpenAPI v2 in protobuf, which is the only form of it that client-go asks for. */
export const gnosticType = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

/** Whether a client asks for that form; older ones write it with an `@`, which no media type may have. */
export function wantsGnostic(accept: string): boolean {
  return /\bproto-openapi\.spec\.v2[.@]v1\.0\+protobuf\b/.test(accept);
}

type Encode = (writer: WireWriter, number: number, value: unknown) => void;
/** Field numbers of a message, by the names that the fields have in JSON. */
type Message = { readonly [name: string]: readonly [number, Encode] };

const text: Encode = (writer, number, value) => {
  writer.tag(number, wireTypes.bytes);
  writer.text(String(value));
};
const flag: Encode = (writer, number, value) => {
  writer.tag(number, wireTypes.varint);
  writer.varint(value === true ? 1 : 0);
};
const whole: Encode = (writer, number, value) => {
  writer.tag(number, wireTypes.varint);
  writer.varint(Number(value));
};
const real: Encode = (writer, number, value) => {
  writer.tag(number, wireTypes.fixed64);
  writer.double(Number(value));
};
const nested = (writer: WireWriter, number: number, fill: (inner: WireWriter) => void) => {
  writer.tag(number, wireTypes.bytes);
  writer.message(fill);
};
/** Any value, as YAML, of which JSON is a part. */
const free: Encode = (writer, number, value) =>
  nested(writer, number, (inner) => text(inner, 2, JSON.stringify(value)));
const each =
  (one: Encode): Encode =>
  (writer, number, value) => {
    for (const item of Array.isArray(value) ? value : []) one(writer, number, item);
  };
const message =
  (fields: () => Message): Encode =>
  (writer, number, value) =>
    nested(writer, number, (inner) => fill(inner, fields(), value));
/** Entries `{ name, value }` of an object with free keys, inside a message of their own. */
const named =
  (value: Encode, entries = 1): Encode =>
  (writer, number, source) =>
    nested(writer, number, (inner) => {
      for (const [name, item] of Object.entries(isObject(source) ? source : {})) {
        nested(inner, entries, (entry) => {
          text(entry, 1, name);
          value(entry, 2, item);
        });
      }
    });
/** A value that stands in a message of one field. */
const wrapped =
  (inside: number, one: Encode): Encode =>
  (writer, number, value) =>
    nested(writer, number, (inner) => one(inner, inside, value));

/** Where a message keeps the fields whose names begin with `x-`. */
const extensions = "x-*";

function fill(writer: WireWriter, fields: Message, value: unknown): void {
  for (const [name, item] of Object.entries(isObject(value) ? value : {})) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const extension = fields[extensions];
    if (field) field[1](writer, field[0], item);
    else if (extension && name.startsWith("x-")) {
      nested(writer, extension[0], (entry) => {
        text(entry, 1, name);
        free(entry, 2, item);
      });
    }
  }
}

const schemaMessage = message(() => schema);
const schema: Message = {
  $ref: [1, text],
  format: [2, text],
  title: [3, text],
  description: [4, text],
  default: [5, free],
  multipleOf: [6, real],
  maximum: [7, real],
  exclusiveMaximum: [8, flag],
  minimum: [9, real],
  exclusiveMinimum: [10, flag],
  maxLength: [11, whole],
  minLength: [12, whole],
  pattern: [13, text],
  maxItems: [14, whole],
  minItems: [15, whole],
  maxProperties: [17, whole],
  minProperties: [18, whole],
  required: [19, each(text)],
  enum: [20, each(free)],
  additionalProperties: [21, wrapped(1, schemaMessage)],
  type: [22, wrapped(1, text)],
  items: [23, wrapped(1, schemaMessage)],
  properties: [25, named(schemaMessage)],
  [extensions]: [31, free],
};

const bodyParameter: Message = {
  description: [1, text],
  name: [2, text],
  in: [3, text],
  required: [4, flag],
  schema: [5, schemaMessage],
};
const parameterStart: Message = { required: [1, flag], in: [2, text], description: [3, text], name: [4, text] };
const queryParameter: Message = { ...parameterStart, type: [6, text] };
const pathParameter: Message = { ...parameterStart, type: [5, text] };

const parameter: Encode = (writer, number, value) => {
  const place = isObject(value) ? value.in : undefined;
  nested(writer, number, (item) =>
    nested(item, 1, (inner) => {
      if (place === "body") return message(() => bodyParameter)(inner, 1, value);
      const inQuery = place === "query";
      nested(inner, 2, (plain) =>
        message(() => (inQuery ? queryParameter : pathParameter))(plain, inQuery ? 3 : 4, value),
      );
    }),
  );
};

const response: Message = { description: [1, text], schema: [2, wrapped(1, schemaMessage)] };
const operation = message(() => ({
  produces: [6, each(text)],
  consumes: [7, each(text)],
  parameters: [8, each(parameter)],
  responses: [
    9,
    named(
      wrapped(
        1,
        message(() => response),
      ),
    ),
  ],
  [extensions]: [13, free],
}));
const pathItem: Message = {
  get: [2, operation],
  put: [3, operation],
  post: [4, operation],
  delete: [5, operation],
  patch: [8, operation],
  parameters: [9, each(parameter)],
};
const document: Message = {
  swagger: [1, text],
  info: [2, message(() => ({ title: [1, text], version: [2, text] }))],
  paths: [
    8,
    named(
      message(() => pathItem),
      2,
    ),
  ],
  definitions: [9, named(schemaMessage)],
};

/** An OpenAPI v2 document as protobuf (gnostic's `openapi.v2.Document`). */
export function toGnostic(source: object): Uint8Array {
  const writer = new WireWriter();
  fill(writer, document, source);
  return writer.finish();
}
