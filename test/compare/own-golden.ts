import { join } from "node:path";
import { type Answer, actualAnswer, goldenFolder } from "../golden/istiod-xds.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import { byName, type ComparedResource, compareAnswers } from "./compare-answers.ts";
import { type ComparedCase, ownFolder, worldObjects } from "./compared-case.ts";
import { casesThatDiffer, explain, explanationsPage, readExplanations } from "./explained-differences.ts";
import { admittedResources, snapshotOf, translationFor } from "./fairway-answer.ts";
import { readStored, wholeAnswer } from "./stored-answer.ts";

/** What is neither equal nor explained for one node of one of our own cases. */
export interface OwnDifference {
  readonly node: string;
  /** Objects that Fairway refused, and resources that it failed to make. */
  readonly failures: readonly string[];
  readonly resources: readonly ComparedResource[];
}

/** Where Fairway's answers differ, without a reason, from those that istiod gave in one of our own cases. */
export function ownDifferences(compared: ComparedCase): readonly OwnDifference[] {
  const { name, objects, mesh, networks, nodes } = compared;
  // A pattern that is meant for one case must not excuse another.
  const explanations = casesThatDiffer(explanationsPage).has(name) ? readExplanations(explanationsPage) : [];
  const { resources, refused } = admittedResources([...worldObjects(), ...objects.map(asStored)]);
  const snapshot = snapshotOf({ resources, mesh, networks });
  return [...nodes].flatMap(([node, identity]) => {
    const there = storedFor(name, node);
    if (!there) return [];
    const translation = translationFor(snapshot, identity);
    const failures = [
      ...refused.map((object) => `refused ${object}`),
      ...translation.failures.map(({ plan, error }) => `failed to make ${plan.name}: ${String(error)}`),
    ];
    const resources = compareAnswers(there, actualAnswer(translation)).filter(
      (resource) => resource.outcome !== "equal" && explain(resource, explanations) === undefined,
    );
    return failures.length + resources.length === 0 ? [] : [{ node, failures, resources }];
  });
}

/** Versions differ from run to run: answers are stored with this one. */
function asStored(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: "N" } };
}

/** The differences as lines. */
export function differenceLines(differences: readonly OwnDifference[]): readonly string[] {
  return differences.flatMap(({ node, failures, resources }) => [
    ...failures.map((failure) => `${node} ${failure}`),
    ...resources.map(({ list, name, outcome }) => `${node} ${list} ${name}: ${outcome}`),
  ]);
}

/** What istiod answered to a node; nodes of the world are stored as what differs from the world alone. */
function storedFor(name: string, node: string): Answer | undefined {
  const stored = readStored(join(ownFolder, name), node);
  if (!stored) return undefined;
  const base = readStored(join(goldenFolder, "000-base"), node);
  return byName(wholeAnswer(stored, base && wholeAnswer(base)));
}
