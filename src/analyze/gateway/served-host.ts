/** A host of a gateway's server. */
export interface ServedHost {
  /** Of which namespace virtual services may use it; `*` of all. */
  readonly namespace: string;
  readonly host: string;
}

/** Reads `namespace/host`, where `.` is the gateway's own namespace and no namespace is all of them. */
export function servedHost(text: string, gatewayNamespace: string): ServedHost {
  const slash = text.indexOf("/");
  if (slash < 0) return { namespace: "*", host: text.toLowerCase() };
  const namespace = text.slice(0, slash);
  return { namespace: namespace === "." ? gatewayNamespace : namespace, host: text.slice(slash + 1).toLowerCase() };
}
