import { fillStatPattern, type StatSubject } from "../stat-pattern.ts";

/** The end of a cluster's name in metrics: what follows it is the metric's own. */
const separator = ";";

/** The name of a cluster in metrics: the mesh's pattern with its placeholders filled in, else the cluster's own name. */
export function statName(name: string, pattern: string | undefined, subject?: StatSubject): string {
  return (pattern && subject ? fillStatPattern(pattern, subject) : name) + separator;
}
