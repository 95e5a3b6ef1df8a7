import { overloads } from "../overloads.ts";
import { dateOf } from "../time.ts";

const dayOfYear = (date: Date) =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / (24 * 3600 * 1000));

/** Parts of times and durations. */
export const times = overloads({
  "timestamp.getFullYear()": (time) => BigInt(dateOf(time).getUTCFullYear()),
  "timestamp.getFullYear(string)": (time, zone) => BigInt(dateOf(time, zone).getUTCFullYear()),
  "timestamp.getMonth()": (time) => BigInt(dateOf(time).getUTCMonth()),
  "timestamp.getMonth(string)": (time, zone) => BigInt(dateOf(time, zone).getUTCMonth()),
  "timestamp.getDate()": (time) => BigInt(dateOf(time).getUTCDate()),
  "timestamp.getDate(string)": (time, zone) => BigInt(dateOf(time, zone).getUTCDate()),
  "timestamp.getDayOfMonth()": (time) => BigInt(dateOf(time).getUTCDate() - 1),
  "timestamp.getDayOfMonth(string)": (time, zone) => BigInt(dateOf(time, zone).getUTCDate() - 1),
  "timestamp.getDayOfWeek()": (time) => BigInt(dateOf(time).getUTCDay()),
  "timestamp.getDayOfWeek(string)": (time, zone) => BigInt(dateOf(time, zone).getUTCDay()),
  "timestamp.getDayOfYear()": (time) => BigInt(dayOfYear(dateOf(time))),
  "timestamp.getDayOfYear(string)": (time, zone) => BigInt(dayOfYear(dateOf(time, zone))),
  "timestamp.getHours()": (time) => BigInt(dateOf(time).getUTCHours()),
  "timestamp.getHours(string)": (time, zone) => BigInt(dateOf(time, zone).getUTCHours()),
  "timestamp.getMinutes()": (time) => BigInt(dateOf(time).getUTCMinutes()),
  "timestamp.getMinutes(string)": (time, zone) => BigInt(dateOf(time, zone).getUTCMinutes()),
  "timestamp.getSeconds()": (time) => BigInt(dateOf(time).getUTCSeconds()),
  "timestamp.getSeconds(string)": (time, zone) => BigInt(dateOf(time, zone).getUTCSeconds()),
  "timestamp.getMilliseconds()": (time) => BigInt(dateOf(time).getUTCMilliseconds()),
  "timestamp.getMilliseconds(string)": (time, zone) => BigInt(dateOf(time, zone).getUTCMilliseconds()),

  "duration.getHours()": (span) => span.nanos / 3_600_000_000_000n,
  "duration.getMinutes()": (span) => span.nanos / 60_000_000_000n,
  "duration.getSeconds()": (span) => span.nanos / 1_000_000_000n,
  "duration.getMilliseconds()": (span) => span.nanos / 1_000_000n,
});
