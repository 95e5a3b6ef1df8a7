import type { Check } from "../schema/schema.ts";
import { validHost, validName } from "./host.ts";

/** The name by which virtual services mean all sidecars instead of a gateway. */
export const meshGateway = "mesh";

/** How routes name a gateway: `name`, `namespace/name` or, from old times, `name.namespace.svc.cluster.local`. */
export const isGatewayName: Check<string> = (text, report) => {
  const slash = text.indexOf("/");
  if (slash < 0) {
    if (!validHost(text)) report("FW0308", `must be the name of a gateway, or 'namespace/name', not '${text}'`);
    else if (text.includes(".")) {
      const [name, namespace] = text.split(".");
      report("FW0309", `should be written '${namespace}/${name}', not '${text}'`);
    }
  } else if (!validName(text.slice(0, slash)) || !validName(text.slice(slash + 1))) {
    report("FW0308", `must be 'namespace/name' of a gateway, not '${text}'`);
  }
};
