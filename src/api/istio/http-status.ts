import type { Check } from "../schema/schema.ts";

/** A status that a proxy can answer with. */
export const isHttpStatus: Check<number> = (status, report) => {
  if (status < 200 || status > 600) report("FW0318", `must be an HTTP status from 200 to 599, not ${status}`);
};

/** A status that redirects; 0 counts as absent. */
export const isRedirectStatus: Check<number> = (status, report) => {
  if (status !== 0 && (status < 300 || status > 399)) {
    report("FW0318", `must be an HTTP status from 300 to 399, not ${status}`);
  }
};
