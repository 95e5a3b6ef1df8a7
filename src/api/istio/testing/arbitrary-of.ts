import fc from "fast-check";
import { resolve, type Schema } from "../../schema/schema.ts";

/** Texts that come close to what checks look for. */
const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    "",
    "*",
    ".",
    "~",
    "/",
    "unix://",
    "unix:///a",
    "a/b",
    "*.a",
    "1.2.3.4",
    "5s",
    "HTTP",
    "configmap://",
    "%",
    "(",
  ),
);

/** Values of a schema, with its types mostly right and its rules mostly broken. */
export function arbitraryOf(lazily: Schema): fc.Arbitrary<unknown> {
  const schema = resolve(lazily);
  switch (schema.type) {
    case "object": {
      const fields = Object.entries(schema.fields).map(([name, field]) => [name, mostly(arbitraryOf(field.schema))]);
      return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    }
    case "list":
      return fc.array(mostly(arbitraryOf(schema.item)), { maxLength: 3 });
    case "map":
      return fc.dictionary(text, mostly(arbitraryOf(schema.value)), { maxKeys: 3 });
    case "string":
      return schema.enum ? fc.constantFrom(...schema.enum) : text;
    case "number":
      return fc.oneof(fc.integer({ min: -1, max: 70_000 }), fc.double(), fc.maxSafeInteger());
    case "boolean":
      return fc.boolean();
    case "int-or-string":
      return fc.oneof(fc.integer(), text);
    case "any":
      return fc.jsonValue();
  }
}

function mostly(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 60, arbitrary }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) });
}
