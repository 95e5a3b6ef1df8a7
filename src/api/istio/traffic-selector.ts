import { choice, list, obj, opt, req, uint32 } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";

const portSelector = obj({
  number: req(1, uint32({ min: 1, max: 65535 }), "Port, 1 to 65535."),
});

/** Traffic that an extension sees, by its direction and port. */
export const trafficSelector = obj({
  mode: opt(
    1,
    choice({ UNDEFINED: 0, CLIENT: 1, SERVER: 2, CLIENT_AND_SERVER: 3 }),
    "On which side of the traffic the workload is; default: both. Gateways are clients.",
  ),
  ports: opt(
    2,
    list(portSelector, { keys: ["number"] }),
    "Ports: the service's for outgoing traffic, the workload's for incoming; absent: all.",
  ),
});

export interface TrafficSelector extends Infer<typeof trafficSelector> {}
