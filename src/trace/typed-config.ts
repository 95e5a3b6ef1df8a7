import type { Any } from "../gen/any.ts";
import type { MessageTypes } from "../gen/message-types.ts";

/** A filter, transport socket or extension, with its configuration where it has one. */
export interface Typed {
  readonly typedConfig?: Any | undefined;
}

/** Whether something is configured with a message of this type. */
export function isType(typed: Typed | undefined, name: keyof MessageTypes): boolean {
  return unprefixed(typed?.typedConfig?.["@type"] ?? "") === name;
}

/** The configuration, if it is of this type. */
export function configOf<N extends keyof MessageTypes>(typed: Typed | undefined, name: N): MessageTypes[N] | undefined {
  return isType(typed, name) ? (typed?.typedConfig as unknown as MessageTypes[N]) : undefined;
}

/** Full name of the configuration's type, also where its fields are given without their schema; empty if there is none. */
export function typeOf(typed: Typed | undefined): string {
  const { "@type": type = "", typeUrl } = typed?.typedConfig ?? { "@type": "" };
  return unprefixed(type.endsWith(".TypedStruct") && typeof typeUrl === "string" ? typeUrl : type);
}

function unprefixed(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}
