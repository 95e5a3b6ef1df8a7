// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../any.ts";

export interface Status {
  readonly code?: number | undefined;
  readonly message?: string | undefined;
  readonly details?: readonly Any[] | undefined;
}
