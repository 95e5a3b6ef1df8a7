import { readFileSync } from "node:fs";

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const allowedLicences = new Set([
  "MIT",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "0BSD",
  "MIT OR Apache-2.0",
  "(Apache-2.0 AND BSD-3-Clause)",
  "(BSD-3-Clause OR GPL-2.0)",
]);
const maxProductionPackages = 40;

/** Every package is pinned by a checksum and free to redistribute; those that ship are few and documented. */
export async function checkLockfile(): Promise<string[]> {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, LockEntry> };
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const documented = readFileSync("docs/dependencies.md", "utf8");
  const faults: string[] = [];
  const entries = Object.entries(packages).filter(([path]) => path !== "");
  for (const [path, entry] of entries) {
    const name = path.replace(/^.*node_modules\//, "");
    if (!entry.integrity?.startsWith("sha512-")) faults.push(`${name} has no sha512 checksum in package-lock.json`);
    if (!allowedLicences.has(entry.license ?? "")) faults.push(`${name} has the licence '${entry.license}'`);
    if (entry.hasInstallScript && !entry.dev) faults.push(`${name} wants to run a script on installation`);
  }
  const production = entries.filter(([, entry]) => !entry.dev).length;
  if (production > maxProductionPackages)
    faults.push(`${production} packages ship; at most ${maxProductionPackages} may`);
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    if (!documented.includes(`\`${name}\``)) faults.push(`docs/dependencies.md has no line on \`${name}\``);
  }
  return faults;
}
