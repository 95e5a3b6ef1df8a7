import { apiVersionOf, decodeBody, type KindDefinition, kubeProtobuf, storedVersion } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import { parseAny, parseFields, type ReadValue } from "./body-reader.ts";
import { type Exchange, mediaType, readBody } from "./exchange.ts";

/** The object in a request's body: JSON, or for Kubernetes' own kinds protobuf. */
export async function readObject(exchange: Exchange, kind: KindDefinition): Promise<ReadValue> {
  const expected = { apiVersion: apiVersionOf(kind.group, storedVersion(kind)), kind: kind.kind };
  return readTyped(exchange, expected, kind.protobuf?.of === "object");
}

/** The DeleteOptions in a request's body; none is as good as empty ones. */
export async function readOptions(exchange: Exchange): Promise<{ readonly [name: string]: unknown }> {
  const { value } = await readTyped(exchange, { apiVersion: "v1", kind: "DeleteOptions" }, true);
  return isObject(value) ? value : {};
}

async function readTyped(
  exchange: Exchange,
  expected: { readonly apiVersion: string; readonly kind: string },
  protobuf: boolean,
): Promise<ReadValue> {
  const type = mediaType(exchange);
  const bytes = await readBody(exchange);
  if (type === "application/json" || bytes.length === 0) return parseFields(bytes, exchange.limits);
  if (type === "application/yaml") return parseAny(bytes, exchange.limits);
  if (type === kubeProtobuf && protobuf) {
    return { value: decodeBody(exchange.kinds(), bytes, expected), repeated: [] };
  }
  throw new FairwayError(
    "UnsupportedMediaType",
    `the content type '${type}' is not supported for ${expected.kind}: use application/json`,
  );
}
