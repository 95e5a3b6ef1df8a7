import { globSync, readFileSync } from "node:fs";

/**
 * docs/coverage.md lists what the product must do, each line with the tests that show it as `file › name`. A name that
 * no test file has is a claim that nothing backs.
 */
export async function checkCoverage(): Promise<string[]> {
  const text = readFileSync("docs/coverage.md", "utf8");
  const files = new Map(
    globSync(["src/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts"]).map((f) => [f, readFileSync(f, "utf8")]),
  );
  const shared = globSync("src/**/testing/**/*.ts")
    .map((f) => readFileSync(f, "utf8"))
    .join("\n");
  const claims = [...text.matchAll(/`([^`]+\.test\.ts) › ([^`]+)`/g)];
  const faults = claims.flatMap(([, file = "", name = ""]) => {
    const source = files.get(file);
    if (source === undefined) return [`docs/coverage.md names ${file}, which does not exist`];
    // Contract suites are written once and run from several files.
    return source.includes(name) || shared.includes(name)
      ? []
      : [`docs/coverage.md names '${name}', which is not in ${file}`];
  });
  return claims.length === 0 ? ["docs/coverage.md names no test"] : faults;
}
