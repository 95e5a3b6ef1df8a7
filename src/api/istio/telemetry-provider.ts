import { choice, obj, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";

/** A reference to one of the mesh's extension providers. */
export const providerRef = obj({
  name: req(1, str({ minLength: 1 }), "Name of the provider in the mesh configuration."),
});

/** On which side of the traffic the workload is. */
export const workloadMode = choice({ CLIENT_AND_SERVER: 0, CLIENT: 1, SERVER: 2 });

export interface ProviderRef extends Infer<typeof providerRef> {}
export type WorkloadMode = Infer<typeof workloadMode>;
