import { error, warning } from "./entry.ts";

/** Problems of Istio telemetry and extension kinds: FW05xx. */
export const istioTelemetryCodes = {
  FW0501: warning("Only the first tracing section is used", "Keep one section."),
  FW0502: warning("Only the first tracing provider is used", "Keep one provider."),
  FW0503: error("A tag has no name", "Name it."),
  FW0504: error("The tag's value does not fit the operation", "UPSERT needs a value, REMOVE must not have one."),
  FW0505: error("Not an expression of CEL", "Mend the expression at the place that the message names."),
  FW0511: error("A Wasm module cannot be fetched from such a URL", "Use oci://, http://, https:// or file://."),
  FW0512: error(
    "A variable taken from the proxy has a value of its own",
    "Remove `value`, or use `valueFrom: INLINE`.",
  ),
} as const;
