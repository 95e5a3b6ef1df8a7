import type { KubeClient, KubeObject } from "../../test/peers/kube-client.ts";

/** The control planes that can be measured. */
export type TargetName = "fairway" | "istiod";

/** A control plane that runs, and the API that its objects are written to. */
export interface Target {
  readonly name: TargetName;
  readonly client: KubeClient;
  /** Host and port of its ADS, in plain text. */
  readonly xds: string;
  /** The process whose cost is counted. */
  readonly pid: number;
  /** Ends all of it and removes what it has left. */
  stop(): Promise<void>;
}

/** Objects that are written at the same time. */
const writers = 32;

/** Creates objects in a target's API, namespaces before what is in them. */
export async function fill(
  target: Pick<Target, "client">,
  objects: readonly KubeObject[],
  stopped: AbortSignal,
): Promise<void> {
  for (const some of [objects.filter(isNamespace), objects.filter((object) => !isNamespace(object))]) {
    const left = some.values();
    const write = async () => {
      for (const object of left) {
        stopped.throwIfAborted();
        await target.client.create(object);
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
  }
}

const isNamespace = ({ kind }: KubeObject) => kind === "Namespace";
