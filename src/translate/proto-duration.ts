import { parseDuration } from "../base/duration.ts";

/** Messages hold no more than about 10,000 years, here in milliseconds. */
const longest = 315_576_000_000_000;

/** A user's duration (`1m30s`, `100ms`) as Envoy's messages write it (`90s`, `0.1s`); undefined if it is none. */
export function protoDuration(text: string | undefined): string | undefined {
  const milliseconds = text === undefined ? undefined : parseDuration(text);
  if (milliseconds === undefined || !(Math.abs(milliseconds) <= longest)) return undefined;
  // Nanoseconds are the finest that messages hold; more digits would be an artefact of binary fractions.
  const seconds = (milliseconds / 1000).toFixed(9).replace(/\.?0+$/, "");
  return `${seconds === "-0" ? "0" : seconds}s`;
}
