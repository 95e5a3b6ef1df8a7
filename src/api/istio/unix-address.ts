import type { Report } from "../problem.ts";

const scheme = "unix://";

/** Whether the address is meant to be a Unix domain socket. */
export function isUnixAddress(address: string): boolean {
  return address.startsWith(scheme);
}

/** A Unix domain socket: the absolute path of a file, or `@` and an abstract name. */
export function checkUnixAddress(address: string, report: Report): void {
  const path = address.slice(scheme.length);
  if (path.startsWith("@") || (path.startsWith("/") && !path.endsWith("/"))) return;
  report("FW0306", `must be 'unix:///' and the path of a file, or 'unix://@' and a name, not '${address}'`);
}
