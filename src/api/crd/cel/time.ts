import { CelFault } from "./fault.ts";
import { CelTimestamp } from "./value.ts";

const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.(\d{1,9}))?(?:Z|[+-]\d{2}:\d{2})$/;

/** Reads a time in RFC 3339. */
export function parseTimestamp(text: string): CelTimestamp | undefined {
  const match = form.exec(text);
  const ms = Date.parse(text.replace(/\.\d+/, ""));
  if (!match || Number.isNaN(ms)) return undefined;
  return new CelTimestamp(BigInt(ms) * 1_000_000n + BigInt((match[1] ?? "").padEnd(9, "0")));
}

/** The time in RFC 3339, in UTC. */
export function formatTimestamp(time: CelTimestamp): string {
  const seconds = dateOf(time).toISOString().slice(0, 19);
  const nanos = Number(((time.nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n);
  return `${seconds}${nanos === 0 ? "" : `.${String(nanos).padStart(9, "0").replace(/0+$/, "")}`}Z`;
}

/** A date whose UTC parts are those of the time in the zone: a name such as `Europe/Berlin` or an offset (`+01:00`). */
export function dateOf(time: CelTimestamp, zone = "UTC"): Date {
  const ms = Number(time.nanos / 1_000_000n) - (time.nanos % 1_000_000n < 0n ? 1 : 0);
  const offset = /^([+-]?)(\d{1,2}):(\d{2})$/.exec(zone);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3]);
    return validDate(ms + (offset[1] === "-" ? -minutes : minutes) * 60_000);
  }
  return zone === "UTC" ? validDate(ms) : inNamedZone(validDate(ms), zone);
}

function validDate(ms: number): Date {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) throw new CelFault("the timestamp is out of range");
  return date;
}

function inNamedZone(date: Date, timeZone: string): Date {
  try {
    // Swedish writes dates as ISO 8601 does.
    const local = date.toLocaleString("sv-SE", { timeZone });
    return validDate(Date.parse(`${local.replace(" ", "T")}Z`) + date.getUTCMilliseconds());
  } catch (error) {
    if (error instanceof RangeError) throw new CelFault(`'${timeZone}' is not a time zone`);
    throw error;
  }
}
