import { uniqueBy } from "../checks/across.ts";
import { isPort } from "../checks/address.ts";
import { int32, list, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { validPortName } from "./port-name.ts";
import { protocol } from "./protocol.ts";
import { warnOfRepeats } from "./warn-of-repeats.ts";

const isContainerPortName: Check<string> = (name, report) => {
  if (!validPortName(name)) {
    report("FW0643", `must be up to 15 lower-case letters, digits and single hyphens, not '${name}'`);
  }
};

/** A port on which a container listens. */
const containerPort = obj({
  name: opt(
    1,
    str({ emptyIsAbsent: true, checks: [isContainerPortName] }),
    "Name by which Services and probes can refer to the port; unique in the pod.",
  ),
  hostPort: opt(2, int32({ min: 0, max: 65535 }), "Port of the node that leads to this one; none by default."),
  containerPort: req(3, int32({ checks: [isPort] }), "Port number in the pod's network."),
  protocol: opt(4, protocol, "Transport protocol: 'TCP' (the default), 'UDP' or 'SCTP'.", { default: "TCP" }),
  hostIP: opt(5, str(), "Address of the node on which `hostPort` is open; all by default."),
});

/** A container's ports: for information, since undeclared ports can be reached as well. */
export const containerPorts = list(containerPort, {
  keys: ["containerPort", "protocol"],
  repeats: true,
  checks: [
    uniqueBy((port) => port.name, "name"),
    warnOfRepeats((port) => `${port.protocol ?? "TCP"} ${port.containerPort}`, "containerPort"),
  ],
});

export interface ContainerPort extends Infer<typeof containerPort> {}
