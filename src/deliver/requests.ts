import { FairwayError } from "../base/fault.ts";
import type { Status } from "../gen/google/rpc.ts";
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

/** What a request may bring. */
export interface RequestLimits {
  /** Names in it. */
  readonly maxNames: number;
}

/** Characters of a type's or a resource's name. Those of real ones have a few hundred. */
const maxNameLength = 4096;

/** Characters of a reason that are kept: Envoy may put the whole response into it, but the names come first. */
const maxReason = 32_768;

/** Types of the form before the present one, which no client speaks any more. */
const oldType = /^type\.googleapis\.com\/envoy\.api\.v2\./;

/** How requests are read. */
export interface RequestReading {
  readonly decoder: MessageDecoder;
  readonly limits: RequestLimits;
  /** The type of a stream that is for one only: its requests need not say it. */
  readonly only: string | undefined;
}

/** Reads a DiscoveryRequest. */
export function readSotwRequest({ decoder, limits, only }: RequestReading, bytes: Uint8Array): Addressed<SotwRequest> {
  const message = decoder.decode("envoy.service.discovery.v3.DiscoveryRequest", bytes);
  const { typeUrl, node, resourceNames = [], responseNonce = "", versionInfo = "", errorDetail } = message;
  checkNames(resourceNames, limits);
  const request = { names: resourceNames, nonce: responseNonce, version: versionInfo, ...reasonOf(errorDetail) };
  return { type: checkType(typeUrl, only), ...(node && { node }), request };
}

/** Reads a DeltaDiscoveryRequest. */
export function readDeltaRequest(
  { decoder, limits, only }: RequestReading,
  bytes: Uint8Array,
): Addressed<DeltaRequest> {
  const message = decoder.decode("envoy.service.discovery.v3.DeltaDiscoveryRequest", bytes);
  const { typeUrl, node, responseNonce = "", errorDetail, initialResourceVersions = {} } = message;
  const { resourceNamesSubscribe: subscribe = [], resourceNamesUnsubscribe: unsubscribe = [] } = message;
  const initialVersions = new Map(Object.entries(initialResourceVersions));
  for (const names of [subscribe, unsubscribe, [...initialVersions.keys()]]) checkNames(names, limits);
  const answer = { nonce: responseNonce, version: "", ...reasonOf(errorDetail) };
  const request = { subscribe, unsubscribe, initialVersions, ...answer };
  return { type: checkType(typeUrl, only), ...(node && { node }), request };
}

function reasonOf(detail: Status | undefined): Pick<SotwRequest, "error" | "errorCode"> {
  return detail ? { error: (detail.message ?? "").slice(0, maxReason), errorCode: detail.code ?? 0 } : {};
}

function checkNames(names: readonly string[], { maxNames }: RequestLimits): void {
  if (names.length > maxNames) {
    throw new FairwayError("TooLarge", `a request has ${names.length} names: at most ${maxNames} are taken`);
  }
  const long = names.find(({ length }) => length > maxNameLength);
  if (long !== undefined) {
    const start = long.slice(0, 100);
    throw new FairwayError("BadRequest", `a name must have at most ${maxNameLength} characters: '${start}…'`);
  }
}

function checkType(asked: string | undefined, only: string | undefined): string {
  const type = asked || only;
  if (only !== undefined && type !== only) {
    throw new FairwayError("BadRequest", `the request is of type '${type}', and the stream is for '${only}'`);
  }
  if (!type) throw new FairwayError("BadRequest", "the request names no type (type_url)");
  if (type.length > maxNameLength) {
    throw new FairwayError("BadRequest", `the name of a type (type_url) must have at most ${maxNameLength} characters`);
  }
  if (oldType.test(type)) {
    throw new FairwayError(
      "MethodNotAllowed",
      `'${type}' is of xDS v2: only v3 is spoken, such as envoy.config.cluster.v3`,
    );
  }
  return type;
}
