import { isPort } from "../checks/address.ts";
import { uint32 } from "../schema/build.ts";
import type { Check } from "../schema/schema.ts";

// Istio's published schemas bound ports only by their wire type.
const wireBounds = { min: 0, max: 4294967295 };

const isPortIfSet: Check<number> = (port, report) => {
  if (port !== 0) isPort(port, report);
};

/** A port from 1 to 65535. */
export const portNumber = uint32({ ...wireBounds, checks: [isPort] });

/** A port from 1 to 65535, or 0, which counts as absent. */
export const portIfSet = uint32({ ...wireBounds, checks: [isPortIfSet] });

/** A number that is not negative; how large it may be is for others to say. */
export const count = uint32(wireBounds);
