import { isObject } from "../base/json.ts";
import type { MessageDecoder, XdsResource } from "../deliver/index.ts";

/** A resource in its JSON form, with its type as `@type`. */
export interface DebugResource {
  readonly "@type": string;
  readonly [field: string]: unknown;
}

/** Reads a resource as it is sent. What is secret in it is replaced by a note. */
export function readResource(decoder: MessageDecoder, { field }: XdsResource): DebugResource {
  // A resource is kept as the field of a response, and so is a response with nothing else in it.
  const { resources = [] } = decoder.decode("envoy.service.discovery.v3.DiscoveryResponse", field);
  return redact(resources[0] as DebugResource);
}

const redacted = { inlineBytes: Buffer.from("[redacted]").toString("base64") };

/** The environment variable by which Istio gives the secret of an image to the agent. */
const pullSecret = "ISTIO_META_WASM_IMAGE_PULL_SECRET";

function redact(resource: DebugResource): DebugResource {
  if (resource["@type"].endsWith("/envoy.extensions.transport_sockets.tls.v3.Secret")) return redactSecret(resource);
  if (resource["@type"].endsWith("/envoy.config.core.v3.TypedExtensionConfig")) {
    return redactVariable(resource) as DebugResource;
  }
  return resource;
}

/** A secret in its JSON form without what is secret in it: certificates stay, keys and passwords become a note. */
export function redactSecret<S extends object>(secret: S): S {
  const { tlsCertificate, sessionTicketKeys, genericSecret } = secret as { readonly [field: string]: unknown };
  return {
    ...secret,
    ...(isObject(tlsCertificate) && {
      tlsCertificate: {
        ...tlsCertificate,
        ...("privateKey" in tlsCertificate && { privateKey: redacted }),
        ...("password" in tlsCertificate && { password: redacted }),
      },
    }),
    ...(sessionTicketKeys !== undefined && { sessionTicketKeys: { keys: [redacted] } }),
    ...(genericSecret !== undefined && { genericSecret: { secret: redacted } }),
  };
}

function redactVariable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactVariable);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === pullSecret ? "[redacted]" : redactVariable(item)]),
  );
}
