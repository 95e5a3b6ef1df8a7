import { FairwayError } from "../base/fault.ts";
import type { MessageTypes } from "../gen/message-types.ts";
import type { DeltaRequest } from "./delta-subscription.ts";
import type { SotwRequest } from "./sotw-subscription.ts";

/** Decodes messages; what cannot be decoded is a BadRequest fault. */
export interface MessageDecoder {
  decode<N extends keyof MessageTypes>(name: N, bytes: Uint8Array): MessageTypes[N];
}

/** A request of either form: of which type it is, and who the client is, if it says so. */
export interface Addressed<R> {
  readonly type: string;
  /** In the first message of a stream, and in others only if the client likes. */
  readonly node?: unknown;
  readonly request: R;
}

/** Types of the form before the present one, which no client speaks any more. */
const oldType = /^type\.googleapis\.com\/envoy\.api\.v2\./;

/** Reads a DiscoveryRequest. On a stream of a single type, `only`, it need not say which. */
export function readSotwRequest(decoder: MessageDecoder, bytes: Uint8Array, only?: string): Addressed<SotwRequest> {
  const message = decoder.decode("envoy.service.discovery.v3.DiscoveryRequest", bytes);
  const { typeUrl, node, resourceNames = [], responseNonce = "", versionInfo = "", errorDetail } = message;
  const error = errorDetail && { error: errorDetail.message ?? "", errorCode: errorDetail.code ?? 0 };
  const request = { names: resourceNames, nonce: responseNonce, version: versionInfo, ...error };
  return { type: checkType(typeUrl, only), ...(node && { node }), request };
}

/** Reads a DeltaDiscoveryRequest. On a stream of a single type, `only`, it need not say which. */
export function readDeltaRequest(decoder: MessageDecoder, bytes: Uint8Array, only?: string): Addressed<DeltaRequest> {
  const message = decoder.decode("envoy.service.discovery.v3.DeltaDiscoveryRequest", bytes);
  const { typeUrl, node, responseNonce = "", errorDetail, initialResourceVersions = {} } = message;
  const error = errorDetail && { error: errorDetail.message ?? "", errorCode: errorDetail.code ?? 0 };
  const request = {
    subscribe: message.resourceNamesSubscribe ?? [],
    unsubscribe: message.resourceNamesUnsubscribe ?? [],
    initialVersions: new Map(Object.entries(initialResourceVersions)),
    nonce: responseNonce,
    version: "",
    ...error,
  };
  return { type: checkType(typeUrl, only), ...(node && { node }), request };
}

function checkType(asked: string | undefined, only: string | undefined): string {
  const type = asked || only;
  if (only !== undefined && type !== only) {
    throw new FairwayError("BadRequest", `the request is of type '${type}', and the stream is for '${only}'`);
  }
  if (!type) throw new FairwayError("BadRequest", "the request names no type (type_url)");
  if (oldType.test(type)) {
    throw new FairwayError(
      "MethodNotAllowed",
      `'${type}' is of xDS v2: only v3 is spoken, such as envoy.config.cluster.v3`,
    );
  }
  return type;
}
