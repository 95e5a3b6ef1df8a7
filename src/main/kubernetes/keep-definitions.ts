import { crdManifest, type KindCatalog, type Resource } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import { isFault } from "../../base/fault.ts";
import type { LogScope } from "../../base/log.ts";
import { repeat } from "../../base/repeat.ts";
import type { KubeClient } from "../../kube/index.ts";
import { gridTypes } from "./access-rules.ts";

export interface KeepDefinitionsOptions {
  readonly client: Pick<KubeClient, "apply">;
  readonly kinds: KindCatalog;
  /** As whom they are applied. */
  readonly manager: string;
  readonly clock: Clock;
  readonly log: LogScope;
}

/** Milliseconds between two looks: a definition that somebody deletes is not missed before somebody writes a grid. */
const lookMs = 60_000;

/**
 * Keeps the definitions of grids installed on a cluster, which nobody else brings. Resolves when that was tried once; whoever
 * may not is told so once, since the definitions may be there by other means. Stops when the result is called.
 */
export async function keepDefinitions({
  client,
  kinds,
  manager,
  clock,
  log,
}: KeepDefinitionsOptions): Promise<() => void> {
  const definitions = gridTypes.map(({ grid }) => crdManifest(kinds.get(grid)) as Resource);
  let stop = () => {};
  const install = async () => {
    try {
      for (const definition of definitions) await client.apply(definition, manager);
    } catch (error) {
      if (isFault(error, "Forbidden")) stop();
      log.warn("Definitions of grids could not be installed: `fairway crds` prints them", { error });
    }
  };
  stop = repeat(clock, lookMs, () => void install());
  await install();
  return () => stop();
}
