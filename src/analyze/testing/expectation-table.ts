/** One row of the table of expectations that comes with the sample inputs: one analyzer on some files. */
export interface Expectation {
  readonly files: readonly string[];
  readonly meshConfig: string | undefined;
  readonly meshNetworks: string | undefined;
  readonly analyzer: string;
  /** The row needs files that do not come with the samples. */
  readonly incomplete: boolean;
  /** `IST0101 VirtualService default/reviews`, sorted; repeated as often as it is expected. */
  readonly findings: readonly string[];
}

/** Reads the rows of the samples' README. */
export function readExpectations(readme: string): readonly Expectation[] {
  const rows = readme.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) => {
    const [, input = "", analyzer = "", findings = ""] = row.split("|").map((cell) => cell.trim());
    const [given = ""] = input.split(" + ");
    return {
      files: [...given.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ""),
      meshConfig: /mesh config `([^`]+)`/.exec(input)?.[1],
      meshNetworks: /mesh networks `([^`]+)`/.exec(input)?.[1],
      analyzer: analyzer.startsWith("schema validation") ? "schema.ValidationAnalyzer" : analyzer,
      incomplete: input.includes("†"),
      findings: findings === "(none)" ? [] : findings.split("; ").flatMap(readFinding).sort(),
    };
  });
}

/** `IST0101 ReferencedResourceNotFound @ VirtualService default/reviews ×2` */
function readFinding(text: string): readonly string[] {
  const found = /^(IST\d{4}) \w+ @ (\S+ \S+)(?: ×(\d+))?$/.exec(text);
  if (!found) throw new Error(`the expectation '${text}' cannot be read`);
  return Array.from({ length: Number(found[3] ?? 1) }, () => `${found[1]} ${found[2]}`);
}
