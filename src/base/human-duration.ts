const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** A duration as kubectl shows ages: two units while that says something, else one: `42s`, `5m3s`, `3h`, `12d`. */
export function humanDuration(ms: number): string {
  if (ms < -second) return "<invalid>";
  if (ms < 2 * minute) return `${Math.max(0, Math.floor(ms / second))}s`;
  if (ms < 10 * minute) return two(ms, minute, "m", second, "s");
  if (ms < 3 * hour) return `${Math.floor(ms / minute)}m`;
  if (ms < 8 * hour) return two(ms, hour, "h", minute, "m");
  if (ms < 2 * day) return `${Math.floor(ms / hour)}h`;
  if (ms < 8 * day) return two(ms, day, "d", hour, "h");
  if (ms < 2 * year) return `${Math.floor(ms / day)}d`;
  if (ms < 8 * year) return two(ms, year, "y", day, "d");
  return `${Math.floor(ms / year)}y`;
}

function two(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)}${largeName}${rest === 0 ? "" : `${rest}${smallName}`}`;
}
