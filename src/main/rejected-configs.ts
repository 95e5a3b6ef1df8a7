import type { ResourceKey } from "../api/index.ts";
import type { Counter, Metrics } from "../base/metrics.ts";

/** Objects past this many are counted together. */
const mostNames = 1000;

/** Counts problems by which an object cannot be used as it is, by kind and name. */
export class RejectedConfigs {
  readonly #counter: Counter;
  readonly #names = new Set<string>();

  constructor(metrics: Metrics) {
    this.#counter = metrics.counter(
      "pilot_total_rejected_configs",
      "Problems for which an object or a part of it is left out, each once for as long as it stays.",
      ["type", "name"],
    );
  }

  count({ kind, namespace, name }: ResourceKey): void {
    const full = namespace === "" ? name : `${namespace}/${name}`;
    if (this.#names.size < mostNames) this.#names.add(`${kind} ${full}`);
    this.#counter.inc(kind, this.#names.has(`${kind} ${full}`) ? full : "other");
  }
}
