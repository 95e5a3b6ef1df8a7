import type { GroupKind } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { FairwayError } from "../../base/fault.ts";
import { type KubeClient, Reflector } from "../../kube/index.ts";

/** The kind of CustomResourceDefinitions. */
export const definitions: GroupKind = { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" };

export interface DefinitionWatchOptions {
  /** A client that asks for metadata only: definitions are long, and their names are all that is read. */
  readonly client: Pick<KubeClient, "page" | "watch">;
  readonly clock: Clock;
  readonly random?: () => number;
  /** Told the name of a definition that came or changed: `plural.group`. */
  readonly changed: (name: string) => void;
  readonly failed: (error: FairwayError, wait: number) => void;
}

/** Tells of changes of CustomResourceDefinitions, so that a kind is followed as soon as a server has it. */
export function watchDefinitions({ client, clock, random, changed, failed }: DefinitionWatchOptions): Reflector {
  return new Reflector({
    client,
    type: definitions,
    namespace: "",
    clock,
    ...(random && { random }),
    sink: {
      replace: (items) => {
        for (const { metadata } of items) changed(metadata.name ?? "");
      },
      changed: (event, { metadata }) => {
        if (event !== "DELETED") changed(metadata.name ?? "");
      },
      failed,
    },
  });
}
