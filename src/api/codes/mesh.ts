import { error, warning } from "./entry.ts";

/** Problems of mesh configuration: FW08xx. */
export const meshCodes = {
  FW0801: error("Not an address with a port", "Use a host name or an IP address, a colon and a port."),
  FW0802: error("The drain time is not whole seconds", "Use a duration such as 45s."),
  FW0803: error(
    "Not a trust domain",
    "Use dot-separated labels of letters, digits and hyphens, such as cluster.local.",
  ),
  FW0804: error("The curves of the mesh's own mutual TLS cannot be chosen", "Remove `ecdhCurves` from `meshMTLS`."),
  FW0805: warning("The curve is unknown or listed twice", "Use curves that the proxy knows, each once."),
  FW0806: warning("The proxy setting has been replaced", "Use what the message names."),
  FW0807: error("Not a usable source of configuration", "Use fs:///<folder>, xds://<host>:<port> or k8s://."),
  FW0808: warning("The source of configuration is not supported and ignored", "Use fs://, xds:// or k8s://."),
  FW0809: error("The mesh itself has nothing to inherit from", "Use NONE or MUTUAL_TLS."),
  FW0810: warning("The sampling rate is no percentage and ignored", "Use a number from 0 to 100."),
  FW0811: warning("An extension provider has no name of its own", "Give each provider another name."),
  FW0812: warning("An extension provider says nothing", "Set one of the sorts of provider."),
  FW0813: warning(
    "The provider's service cannot be found by this name",
    "Use the host name of a service, or `<namespace>/<host name>`.",
  ),
  FW0814: warning("The provider's port is missing or no port", "Use a number from 1 to 65535."),
  FW0815: warning("Not a status that the proxy can answer with", "Use an HTTP status such as 403 or 503."),
  FW0816: warning("The path prefix does not start with a slash", "Put a `/` before it."),
  FW0817: warning("Traces are sent over HTTP and gRPC at once", "Keep `http` or `grpc`."),
  FW0818: warning("The provider lacks its access token", "Set `accessToken`."),
  FW0819: warning("A default provider is not defined", "Define it in `extensionProviders`, or use one of those."),
  FW0820: warning("Not a namespace to export to", "Use `.`, `*`, `~` or namespaces."),
  FW0821: warning("TLS settings for unknown destinations are not used", "Set `mode: ALLOW_ANY_DYNAMIC_DNS`."),
  FW0822: warning(
    "Locality and zone-aware load balancing are both set",
    "Keep one; zone-aware load balancing takes precedence.",
  ),
  FW0831: warning("A registry belongs to several networks", "Name it in one network only."),
} as const;
