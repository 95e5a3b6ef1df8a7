import { isPort } from "../checks/address.ts";
import { choice, int32, int64, intOrString, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Check } from "../schema/schema.ts";
import { isPortReference } from "./port-name.ts";

const isHeaderName: Check<string> = (name, report) => {
  if (!/^[-A-Za-z0-9]+$/.test(name)) report("FW0215", `must be letters, digits and hyphens, not '${name}'`);
};

const portReference = intOrString({ checks: [isPortReference] });

const httpHeader = obj({
  name: req(1, str({ checks: [isHeaderName] }), "Name of the header."),
  value: req(2, str(), "Value of the header."),
});

/** Runs a command in the container. */
export const execAction = obj({
  command: opt(
    1,
    list(str(), { minItems: 1 }),
    "The command and its arguments, run without a shell; exit status 0 is success.",
  ),
});

/** Sends a GET request. */
export const httpGetAction = obj({
  path: opt(1, str(), "Path of the request; default '/'.", { default: "/" }),
  port: req(2, portReference, "Number or name of the container's port."),
  host: opt(3, str(), "Host to connect to; by default the pod's address. For a virtual host, set the Host header."),
  scheme: opt(4, choice(["HTTP", "HTTPS"], { emptyIsAbsent: true }), "'HTTP' (the default) or 'HTTPS'.", {
    default: "HTTP",
  }),
  httpHeaders: opt(5, list(httpHeader), "Headers to send; names may repeat."),
});

/** Opens a TCP connection. */
export const tcpSocketAction = obj({
  port: req(1, portReference, "Number or name of the container's port."),
  host: opt(2, str(), "Host to connect to; by default the pod's address."),
});

/** Asks the gRPC health service. */
export const grpcAction = obj({
  port: req(1, int32({ checks: [isPort] }), "Port of the health service."),
  service: ptr(2, str(), "Service name put into the health request; default empty: the server as a whole.", {
    default: "",
  }),
});

/** Waits. */
export const sleepAction = obj({
  seconds: req(1, int64({ min: 0 }), "Seconds to wait; not more than the pod's grace period."),
});
