import { error, warning } from "./entry.ts";

/** Problems of Istio security kinds: FW04xx. */
export const istioSecurityCodes = {
  FW0401: error("The CUSTOM action has no provider", "Name one of the mesh's extension providers in `provider.name`."),
  FW0402: error("A provider is set without the CUSTOM action", "Remove `provider`, or set `action: CUSTOM`."),
  FW0403: error(
    "The policy has no rules, so that its action never happens",
    "Add rules; one empty rule, `{}`, matches every request.",
  ),
  FW0404: error("A source or an operation is empty", "Give at least one field, or leave the entry out."),
  FW0405: error("The condition's key is no known attribute", "Use one of the attributes that the message names."),
  FW0406: error("The condition's key lacks its name in brackets", "Write it as in `request.headers[x-version]`."),
  FW0407: error("The condition has no values", "Set `values`, `notValues` or both."),
  FW0408: error("A value to match is empty", "Remove it; `*` matches any value that is there."),
  FW0409: error("Not a service account", "Write `<namespace>/<name>`, or `<name>` for the policy's own namespace."),
  FW0410: error(
    "Not a usable path template",
    "Use `{*}` or `{**}` as whole segments, `{**}` last among them, and no other `*` or brace.",
  ),
  FW0411: error("The CUSTOM action cannot match on this", "Match on something else, or use ALLOW or DENY."),
  FW0412: warning(
    "A `*` stands where it is no wildcard",
    "`*` is a wildcard alone, at the start or at the end; elsewhere it is an ordinary character.",
  ),
  FW0413: warning("An empty list puts no condition on the request", "Remove the list, or fill it."),
  FW0414: warning(
    "A DENY rule without a port denies all TCP traffic",
    "Ports that do not speak HTTP cannot see HTTP attributes: name the ports the rule is for.",
  ),
  FW0415: error("The dry-run annotation cannot be used like this", "Use 'true' or 'false', with ALLOW or DENY only."),
  FW0416: error("A policy cannot be attached to this kind", "Name a Service, ServiceEntry, Gateway or GatewayClass."),
  FW0417: error("Settings for ports need a selector with labels", "Select the workloads whose ports are meant."),
  FW0421: error("The rule names neither an issuer nor a source of keys", "Set `issuer`, `jwksUri` or both."),
  FW0422: error("Not a JSON Web Key Set", 'Give the JSON text of a key set: {"keys": [ … ]}.'),
} as const;
