import { isIPv4 } from "node:net";

/** Whether an address, without a port, is of this machine alone. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^::ffff:/i, "");
  return plain === "::1" || (isIPv4(plain) && plain.startsWith("127."));
}
