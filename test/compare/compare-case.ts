import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { actualAnswer } from "../golden/istiod-xds.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import type { LiveIstiod } from "../peers/live-istiod.ts";
import { byName, type ComparedResource, compareAnswers } from "./compare-answers.ts";
import type { ComparedCase } from "./compared-case.ts";
import { servedResources, snapshotOf, translationFor } from "./fairway-answer.ts";
import { type Answers, createByAge, readBack, removeAll, settledAnswers } from "./live-answers.ts";

/** One node of a case, both sides' answers set side by side. */
export interface ComparedNodeResult {
  readonly node: string;
  readonly resources: readonly ComparedResource[];
  /** Resources that Fairway failed to make. */
  readonly failures: readonly string[];
}

/** A case that ran. */
export interface CaseResult {
  readonly answers: Answers;
  readonly nodes: readonly ComparedNodeResult[];
}

/** Creates a case's objects, asks istiod and Fairway for all its nodes, and removes the objects again. */
export async function compareCase(live: LiveIstiod, compared: ComparedCase): Promise<CaseResult> {
  const { nodes, mesh, networks } = compared;
  await live.use({ mesh, networks });
  const created: KubeObject[] = [];
  try {
    await createByAge(live, compared.objects, created);
    const answers = await settledAnswers(live, nodes);
    const snapshot = snapshotOf({ resources: servedResources(await readBack(live)), mesh, networks });
    const results = [...nodes].map(([name, node]) => {
      const translation = translationFor(snapshot, node);
      const there = answers.get(name);
      const resources = there ? compareAnswers(byName(there), actualAnswer(translation)) : [];
      const failures = translation.failures.map(({ plan, error }) => `failed to make ${plan.name}: ${String(error)}`);
      return { node: name, resources, failures };
    });
    return { answers, nodes: results };
  } finally {
    await removeAll(live, created);
  }
}

/** Waits until istiod answers as it did before a case, so that nothing of it is left. */
export async function untilRestored(live: LiveIstiod, base: ComparedCase, before: Answers): Promise<void> {
  await live.use(base);
  for (let left = 20; left > 0; left--) {
    if (isDeepStrictEqual(await settledAnswers(live, base.nodes), before)) return;
    await sleep(250);
  }
  throw new Error("istiod still answers differently after all objects of the case were removed");
}
