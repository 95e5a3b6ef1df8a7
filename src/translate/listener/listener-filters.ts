import type { ListenerFilter } from "../../gen/envoy/config/listener/v3.ts";
import { any } from "../any.ts";

/** Finds out whether a connection begins with TLS, and which name and protocols it asks for. */
export const tlsInspector: ListenerFilter = {
  name: "envoy.filters.listener.tls_inspector",
  typedConfig: any("envoy.extensions.filters.listener.tls_inspector.v3.TlsInspector", { initialReadBufferSize: 512 }),
};

/** Finds out whether a connection begins with plain HTTP. */
export const httpInspector: ListenerFilter = {
  name: "envoy.filters.listener.http_inspector",
  typedConfig: any("envoy.extensions.filters.listener.http_inspector.v3.HttpInspector", {}),
};

/** What the HTTP inspector finds a connection to speak, as chains match it. */
export const plainHttp: readonly string[] = ["http/1.1", "h2c"];
