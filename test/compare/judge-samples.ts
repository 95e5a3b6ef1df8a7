import { availableParallelism } from "node:os";
import { validateConfig } from "../peers/envoy.ts";
import { staticBootstrap } from "../peers/static-bootstrap.ts";
import { throwawayPair } from "../peers/throwaway-pair.ts";
import { type ComparedCase, worldObjects } from "./compared-case.ts";
import { admittedResources, snapshotOf, translationFor } from "./fairway-answer.ts";
import { asPlainEnvoy } from "./node-of-pod.ts";
import { sentMessages } from "./sent-messages.ts";

/** A configuration that Envoy refuses, or that could not be made. */
export interface Rejection {
  readonly input: string;
  readonly node: string;
  readonly message: string;
  readonly bootstrap: unknown;
}

/** What came of all inputs; configurations that several inputs share are asked about once. */
export interface Judgement {
  readonly judged: number;
  readonly rejections: readonly Rejection[];
}

/** Makes the configuration of every node of every input, as for a plain Envoy, and asks Envoy about it. */
export async function judgeSamples(inputs: readonly ComparedCase[]): Promise<Judgement> {
  const rejections: Rejection[] = [];
  const asked = new Map<string, Question>();
  const pair = await throwawayPair();
  const world = worldObjects();
  for (const { name: input, objects, mesh, networks, nodes } of inputs) {
    const { resources } = admittedResources([...world, ...objects]);
    const snapshot = snapshotOf({ resources, mesh, networks });
    for (const [node, identity] of nodes) {
      const translation = translationFor(snapshot, asPlainEnvoy(identity));
      for (const { plan, error } of translation.failures)
        rejections.push({ input, node, message: `${plan.name} was not made: ${String(error)}`, bootstrap: undefined });
      const bootstrap = staticBootstrap(sentMessages(translation), pair);
      asked.set(JSON.stringify(bootstrap), { input, node, bootstrap });
    }
  }
  const questions = [...asked.values()].values();
  const worker = async () => {
    for (const question of questions) {
      const { ok, message } = await validateConfig(question.bootstrap);
      if (!ok) rejections.push({ ...question, message });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return { judged: asked.size, rejections };
}

interface Question {
  readonly input: string;
  readonly node: string;
  readonly bootstrap: unknown;
}
