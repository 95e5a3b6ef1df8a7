import { error, warning } from "./entry.ts";

/** Problems of objects that do not fit together: FW11xx. They are found when the mesh is put together, not on writing. */
export const betweenObjectsCodes = {
  FW1101: error("The object cannot be used", "Mend what the message names; until then the mesh does without it."),
  FW1102: error("The delegate does not exist or is not exported", "Create it, or export it to this namespace."),
  FW1103: error("The delegate's conditions contradict the route's", "Narrow the route's conditions, not others."),
  FW1104: warning("An older virtual service has the host", "Merge the two, or remove the host from one of them."),
  FW1105: warning("An older destination rule decides", "Put what belongs to one host into one destination rule."),
  FW1106: warning("An older sidecar is the namespace's default", "Keep one sidecar without a selector."),
  FW1107: warning("An older policy of the same scope decides", "Keep one policy for each selector."),
  FW1108: error("The server conflicts with one of an older gateway", "Use another port, protocol or host."),
} as const;
