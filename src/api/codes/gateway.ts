import { error, warning } from "./entry.ts";

/** Problems of Gateway API kinds: FW07xx. */
export const gatewayCodes = {
  FW0701: error(
    "A field does not fit the chosen type",
    "Set the field that the type asks for, and none of the others.",
  ),
  FW0702: error("The filters do not go together", "Keep one filter of each type, and either a redirect or a rewrite."),
  FW0703: error(
    "Two references name the same part of the same object",
    "Give each of them a sectionName or port of its own.",
  ),
  FW0704: error("The reference to a Service has no port", "Add the port of the Service."),
  FW0705: error("The path match is malformed", "Write an absolute, plain path such as /shop/cart."),
  FW0706: error("The rule redirects and forwards at once", "Remove the backends, or the redirect."),
  FW0707: error(
    "A prefix is replaced without exactly one prefix match",
    "Give the rule one match, of the type PathPrefix.",
  ),
  FW0708: error("The route has too many matches", "Split the route; 128 matches are allowed in all."),
  FW0709: error("The timeouts contradict each other", "Make backendRequest no longer than request."),
  FW0710: error("The listener's TLS does not fit its protocol", "Follow the message, or change the protocol."),
  FW0711: error("Two listeners cannot be told apart", "Make port, protocol or hostname differ."),
  FW0712: error("The certificate authorities are missing or named twice", "Name references or a well-known set."),
  FW0713: error("A wildcard stands beside other values", "Use `*` alone, or list the values."),
  FW0714: error("The gRPC method match is malformed", "Name a service, a method or both, as in protobuf."),
  FW0715: error("The session's settings do not go together", "Follow the message."),
  FW0716: warning("The header value has unusual characters", "Use visible ASCII, with single spaces between words."),
  FW0717: warning(
    "The regular expression will not work",
    "Use RE2's syntax: proxies refuse others, and the whole route may fail.",
  ),
  FW0718: error("The mirrored share is given wrongly", "Give a percentage, or a fraction of at most one."),
} as const;
