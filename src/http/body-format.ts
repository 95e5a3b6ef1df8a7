import { stringify } from "yaml";
import { encodeBody, encodeWatchFrame, type KindCatalog, kubeProtobuf, type TypedBody } from "../api/index.ts";
import { isObject } from "../base/json.ts";
import { acceptedTypes } from "./accepted-types.ts";

/** A body as it goes out. */
export interface FormattedBody {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** How the events of one watch go out. */
export interface WatchFormat {
  readonly type: string;
  /** Absent where events are lines of JSON. */
  readonly frame?: (type: string, object: unknown) => Uint8Array;
}

/**
 * A body in the first form that the client names and the body has: JSON, YAML, or Kubernetes' protobuf. What has no
 * protobuf, such as custom resources and tables, is JSON, whatever was asked for.
 */
export function formatBody(accept: string, kinds: KindCatalog, body: unknown): FormattedBody {
  const form = firstForm(accept);
  const protobuf = form === kubeProtobuf ? toProtobuf(kinds, body) : undefined;
  if (protobuf) return { type: kubeProtobuf, bytes: protobuf };
  if (form === "application/yaml") return { type: form, bytes: Buffer.from(stringify(body)) };
  return { type: "application/json", bytes: Buffer.from(`${JSON.stringify(body)}\n`) };
}

/** Whether a client that accepts this is sent JSON, whatever the body is. */
export function isJsonWanted(accept: string): boolean {
  const form = firstForm(accept);
  return form !== kubeProtobuf && form !== "application/yaml";
}

/** The form of a watch on objects of this type, by the same rule; there is none in YAML. */
export function watchFormat(
  accept: string,
  kinds: KindCatalog,
  type: { readonly apiVersion: string; readonly kind: string },
): WatchFormat {
  if (firstForm(accept) !== kubeProtobuf || !toProtobuf(kinds, { ...type, metadata: {} })) {
    return { type: "application/json" };
  }
  const frame = (event: string, object: unknown) => {
    const bytes = toProtobuf(kinds, object);
    if (!bytes) throw new Error("an object of a watch has no protobuf although its kind has");
    return encodeWatchFrame({ type: event, object: bytes });
  };
  return { type: `${kubeProtobuf};stream=watch`, frame };
}

/** The first media type of an Accept header that there is, tables in protobuf left out; JSON if none is. */
function firstForm(accept: string): string {
  for (const { type, parameters } of acceptedTypes(accept)) {
    if (type === kubeProtobuf && !parameters.includes("as=Table")) return type;
    if (/^(application\/(json|yaml|\*)|\*\/\*)$/.test(type)) return type;
  }
  return "application/json";
}

function isTyped(body: unknown): body is TypedBody {
  return isObject(body) && typeof body.apiVersion === "string" && typeof body.kind === "string";
}

function toProtobuf(kinds: KindCatalog, body: unknown): Uint8Array | undefined {
  return isTyped(body) ? encodeBody(kinds, body) : undefined;
}
