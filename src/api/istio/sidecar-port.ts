import { choice, obj, opt, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { isNameIfSet } from "./host.ts";
import { count } from "./port-number.ts";
import { isProtocolIfSet } from "./port-protocol.ts";

/** A port that a sidecar listens on. */
export const sidecarPort = obj(
  {
    number: opt(1, count, "Port to listen on; 0 with a Unix domain socket."),
    protocol: opt(
      2,
      str({ checks: [isProtocolIfSet] }),
      "Protocol of the port, such as HTTP or TCP. Absent: it is detected.",
    ),
    name: opt(3, str({ checks: [isNameIfSet] }), "Name of the port."),
    targetPort: opt(4, count, "Has no effect.", { deprecated: "remove it" }),
  },
  {
    checks: [
      (port, report) => {
        if (port.targetPort) report("FW0307", "must not be set on sidecars", "targetPort");
      },
    ],
  },
);

/** How traffic gets to a listener. */
export const captureMode = choice({ DEFAULT: 0, IPTABLES: 1, NONE: 2 });

export interface SidecarPort extends Infer<typeof sidecarPort> {}
