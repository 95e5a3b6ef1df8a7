import { deploymentGridType, GridController, serviceGridType, statefulSetGridType } from "../controllers/index.ts";
import type { Ground } from "./ground.ts";

type GridGround = Pick<Ground, "store" | "logs" | "metrics" | "stops">;

/** Starts the loops that make Services, Deployments and StatefulSets of grids. */
export async function startGrids({ store, logs, metrics, stops }: GridGround): Promise<void> {
  const log = logs.scope("grids", "What is made of ServiceGrids, DeploymentGrids and StatefulSetGrids");
  for (const type of [serviceGridType, deploymentGridType, statefulSetGridType]) {
    const report = (error: unknown) => {
      metrics.syncErrors.inc();
      log.warn(`A ${type.words} could not be brought into order and is tried again`, { error });
    };
    const controller = new GridController({ store, type, report });
    stops.push(() => controller.close());
    await controller.start();
  }
}
