import { isPort } from "../checks/address.ts";
import { obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { isHostOfDomain, isNameIfSet } from "./host.ts";
import { count } from "./port-number.ts";

const hasPort: Check<{ readonly number?: number | undefined }> = (selector, report) => {
  isPort(selector.number ?? 0, (code, message) => report(code, message, "number"));
};

/** A port of a service. */
export const portSelector = obj({ number: opt(1, count, "Port number of the service.") }, { checks: [hasPort] });

/** Where requests or connections go. */
export const destination = obj({
  host: req(
    1,
    str({ checks: [isHostOfDomain] }),
    "Name of the service; a short name is looked up in the rule's own namespace.",
  ),
  subset: opt(2, str({ checks: [isNameIfSet] }), "Subset of the service, as its destination rule names it."),
  port: opt(3, portSelector, "Port of the service; not needed if it has only one."),
});

export interface PortSelector extends Infer<typeof portSelector> {}
export interface Destination extends Infer<typeof destination> {}
