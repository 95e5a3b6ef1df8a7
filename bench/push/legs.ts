import type { BenchForm, BenchPlan } from "../../src/main/bench/bench-plan.ts";
import { type SingleChange, sizedChanges } from "./changes.ts";

/** One mesh, one fleet, and what is changed meanwhile. */
export interface Leg {
  readonly services: number;
  readonly form: BenchForm;
  readonly proxies: number;
  readonly changes: readonly { readonly change: SingleChange; readonly size: number }[];
  readonly churn: boolean;
}

/**
 * The legs of a run: all numbers of sidecars with the largest mesh, smaller meshes with the fewest sidecars, and changes of
 * many objects with the fewest sidecars and the largest mesh.
 */
export function legsOf({ services, forms, proxies, changes, sizes }: BenchPlan): readonly Leg[] {
  const [fewest = 1, largest = 1] = [proxies[0], services.at(-1)];
  const singles = changes.filter((change) => change !== "churn");
  return services.flatMap((mesh) =>
    forms.flatMap((form) =>
      (mesh === largest ? proxies : [fewest]).map((fleet) => {
        const atBase = mesh === largest && fleet === fewest;
        const sizesOf = (change: SingleChange) => (atBase && sizedChanges.includes(change) ? sizes : sizes.slice(0, 1));
        return {
          services: mesh,
          form,
          proxies: fleet,
          changes: singles.flatMap((change) => sizesOf(change).map((size) => ({ change, size }))),
          churn: changes.includes("churn"),
        };
      }),
    ),
  );
}
