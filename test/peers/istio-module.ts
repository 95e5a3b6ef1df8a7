import type { GoProgram } from "./go-program.ts";

/** The module that Istio's own programs are built from, all of them at the same version. */
export const istioModule: Pick<GoProgram, "module" | "version" | "replace"> = {
  module: "istio.io/istio",
  version: "v0.0.0-20260827124520-eed52ebb66ad",
  // The module pins commits between releases; these are the releases that belong together.
  replace: () =>
    new Map([
      ["istio.io/api", "v1.31.1"],
      ["istio.io/client-go", "v1.31.1"],
      ["github.com/envoyproxy/go-control-plane/envoy", "v1.40.0"],
      ["github.com/envoyproxy/go-control-plane/contrib", "v1.36.1-0.20260729145720-a2d8c7492908"],
    ]),
};
