import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Words before a command that make it run as `within` does, and find these addresses by name; `dir` is the pod's own. */
export function withHosts(
  within: readonly string[],
  dir: string,
  hosts: { readonly [name: string]: string } | undefined,
): readonly string[] {
  if (hosts === undefined) return within;
  const file = join(dir, "hosts");
  writeFileSync(
    file,
    Object.entries(hosts)
      .map(([name, address]) => `${address} ${name}\n`)
      .join(""),
  );
  return [...within, "unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"', file];
}
