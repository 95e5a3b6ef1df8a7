import type { Check } from "../schema/schema.ts";

/** A value that authorization compares with: not empty, and `*` only as a wildcard alone, first or last. */
export const isMatchText: Check<string> = (text, report) => {
  if (text === "") report("FW0408", "must not be empty");
  else if (hasInertWildcard(text)) {
    report(
      "FW0412",
      `should have '*' only alone, first or last: elsewhere it is an ordinary character, as in '${text}'`,
    );
  }
};

/** Whether a `*` is matched as an ordinary character; of `*a*` the first one is the wildcard, the last is not. */
function hasInertWildcard(text: string): boolean {
  if (text === "*") return false;
  return (text.startsWith("*") ? text.slice(1) : text.endsWith("*") ? text.slice(0, -1) : text).includes("*");
}

/** A port as text, from 0 to 65535. */
export const isPortText: Check<string> = (text, report) => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) {
    report("FW0203", `must be a port from 0 to 65535, not '${text}'`);
  }
};

/** `<namespace>/<name>` or `<name>`; there are no wildcards. */
export const isServiceAccountText: Check<string> = (text, report) => {
  if (text === "") report("FW0408", "must not be empty");
  else if (!/^([^/*]+\/)?[^/*]+$/.test(text)) {
    report("FW0409", `must be '<namespace>/<name>' or '<name>' without wildcards, not '${text}'`);
  }
};
