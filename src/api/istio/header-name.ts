import type { Report } from "../problem.ts";
import type { Check } from "../schema/schema.ts";

const token = /^[!#$%&'*+\-.^_`|~A-Za-z0-9]+$/;
const pseudoHeaders = [":method", ":scheme", ":authority", ":path", ":status"];
const claim = /^@request\.auth\.claims(\.|\[.*\]$)/i;

/** Whether the text has only characters that names of headers may have. */
function validHeaderName(name: string): boolean {
  return token.test(name);
}

/** Whether the name stands for a claim of the request's token: `@request.auth.claims.sub` or `…claims[sub]`. */
export function isClaimName(name: string): boolean {
  return claim.test(name);
}

/** Whether the name is another way to say `:authority`. */
export function isAuthorityName(name: string): boolean {
  return /^(:authority|host)$/i.test(name);
}

/** A map whose keys are headers, pseudo-headers or claims. */
export const hasMatchableHeaders: Check<{ readonly [name: string]: unknown }> = (headers, report) => {
  for (const name of Object.keys(headers)) {
    if (validHeaderName(name) || pseudoHeaders.includes(name) || isClaimName(name)) continue;
    report("FW0215", `must be the name of a header, not '${name}'`, name);
  }
};

/** A header's name, or `*` for all. */
export const isHeaderNameOrStar: Check<string> = (name, report) => {
  if (!validHeaderName(name)) report("FW0215", `must be the name of a header, or '*', not '${name}'`);
};

/** Whether a header can be written or removed: pseudo-headers and the host cannot. */
export function checkWritable(name: string, report: Report): void {
  if (name === "") report("FW0215", "must not have an empty name");
  else if (name.startsWith(":")) report("FW0320", `must not begin with ':', as '${name}' does`);
  else if (isAuthorityName(name)) report("FW0320", `must not be '${name}'`);
}
