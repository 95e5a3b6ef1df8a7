import { choice } from "../schema/build.ts";

/** Transport protocol of a port. */
export const protocol = choice(["TCP", "UDP", "SCTP"], { emptyIsAbsent: true });
