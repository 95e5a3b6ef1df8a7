import type { HeaderValue, HeaderValueOption } from "../../gen/envoy/config/core/v3.ts";

interface ProviderHeader {
  readonly name?: string | undefined;
  readonly value?: string | undefined;
}

/** Headers of the requests to a provider. Those whose value is in the control plane's environment stay away. */
export function headerValues(headers: readonly ProviderHeader[]): readonly HeaderValue[] {
  return headers.flatMap(({ name = "", value }) => (value === undefined ? [] : [{ key: name, value }]));
}

/** The same as Envoy's HTTP clients take them: a header that is there already gets the new value. */
export function headerOptions(headers: readonly ProviderHeader[]): readonly HeaderValueOption[] {
  return headerValues(headers).map((header) => ({ header, appendAction: "OVERWRITE_IF_EXISTS_OR_ADD" }));
}
