/** One run of a scenario: its steps with the values of one row of examples put in. */
export interface Scenario {
  readonly title: string;
  readonly tags: readonly string[];
  readonly steps: readonly string[];
}

/** Reads the part of Gherkin that the scenarios use: outlines with tags, steps and tables of examples. */
export function readScenarios(source: string): readonly Scenario[] {
  const scenarios: Scenario[] = [];
  let tags: string[] = [];
  let outline: { title: string; tags: readonly string[]; steps: string[]; header?: readonly string[] } | undefined;
  for (const line of source.split("\n").map((text) => text.trim())) {
    const step = /^(?:Given|When|Then|And)\s+(.*)$/.exec(line)?.[1];
    if (line.startsWith("@")) tags = line.split(/\s+/).map((tag) => tag.slice(1));
    else if (line.startsWith("Scenario Outline:")) outline = { title: line.slice(17).trim(), tags, steps: [] };
    else if (step !== undefined) outline?.steps.push(step);
    else if (line.startsWith("|") && outline) {
      const cells = line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      if (outline.header) scenarios.push(fill(outline, outline.header, cells));
      else outline.header = cells;
    }
  }
  return scenarios;
}

function fill({ title, tags, steps }: Scenario, header: readonly string[], cells: readonly string[]): Scenario {
  const values = new Map(header.map((name, i) => [`<${name}>`, cells[i] ?? ""]));
  const put = (text: string) => text.replace(/<[^>]+>/g, (name) => values.get(name) ?? name);
  return { title: `${put(title)} ${cells.join(" ")}`, tags, steps: steps.map(put) };
}
