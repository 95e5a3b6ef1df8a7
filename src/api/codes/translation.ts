import { error, warning } from "./entry.ts";

/** Problems that only show when configuration is shaped for proxies: FW12xx. The part that cannot be shaped is left out. */
export const translationCodes = {
  FW1201: error("The regular expression is none of RE2", "Mend the expression as the message says."),
  FW1202: error(
    "Proxies cannot answer with the status",
    "Redirect with 301, 302, 303, 307 or 308, and answer with 200 to 599.",
  ),
  FW1203: error("The route leads nowhere", "Give it a destination whose weight is above 0."),
  FW1211: warning(
    "Sidecars do not get the credential",
    "Give the rule a `workloadSelector`, or originate TLS at an egress gateway.",
  ),
  FW1212: warning(
    "Connections go to an older service on the same address and port",
    "Give the service an address of its own, or another port.",
  ),
  FW1213: error(
    "Proxies cannot hash by a ring or table of this size",
    "Use a ring of 8388608 points at most, or a table whose size is a prime number below 5000011; until then the default is used.",
  ),
  FW1221: error(
    "A server of a gateway cannot be told apart by the host",
    "Use a whole label as the wildcard: `*.example.com`, not `*-api.example.com`.",
  ),
  FW1222: warning(
    "An older route takes connections for the host",
    "Keep one route for each host that connections ask for by SNI.",
  ),
  FW1223: error(
    "The credential's provider is not one of the mesh",
    "Add it to the mesh's extension providers; until then the server refuses connections.",
  ),
  FW1231: error(
    "A condition of the policy cannot be translated",
    "Mend the values; until then a rule that allows matches nothing, and others match without the condition.",
  ),
  FW1232: error(
    "The policy's provider cannot be asked",
    "Mend the mesh's extension provider, or name another; until then what the policy matches is denied.",
  ),
  FW1233: warning(
    "The issuer's keys are not known",
    "Check that the keys can be fetched, or give them in `jwks`; until then the issuer's tokens are refused.",
  ),
  FW1241: error(
    "The value of a patch is no configuration of Envoy",
    "Mend the value as the message says; until then the patch is not applied.",
  ),
  FW1242: warning(
    "Envoy has no such field",
    "Mend the field's name, or remove it; it is left out of what proxies are sent.",
  ),
  FW1243: error(
    "A patch cannot be applied",
    "Give a value of the type that it is merged into; until then the resource is sent without the patch.",
  ),
  FW1244: error(
    "Proxies without Istio's agent cannot fetch the module",
    "Put the module on the proxy's machine and use `file://`, or run Istio's proxy; until then the failure strategy decides.",
  ),
  FW1251: error(
    "The object cannot be used as a secret",
    "Mend it as the message says; until then proxies that ask for it are given nothing.",
  ),
} as const;
