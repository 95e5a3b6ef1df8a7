// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../../any.ts";

export interface Authority {
  readonly name?: string | undefined;
}

export interface CidrRange {
  readonly addressPrefix?: string | undefined;
  readonly prefixLen?: number | undefined;
}

export interface ContextParams {
  readonly params?: { readonly [key: string]: string } | undefined;
}

export interface TypedExtensionConfig {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
}
