import type { Any } from "../gen/any.ts";
import type { MessageTypes } from "../gen/message-types.ts";

/** A message to be put where Envoy takes any: its fields beside the name of its type. */
export function any<N extends keyof MessageTypes>(name: N, value: MessageTypes[N]): Any {
  return { "@type": `type.googleapis.com/${name}`, ...value };
}
