import { type GoProgram, goProgram } from "./go-program.ts";
import { istioModule } from "./istio-module.ts";

const istioctl: GoProgram = {
  ...istioModule,
  name: "istioctl",
  main: "istio.io/istio/istioctl/cmd/istioctl",
  cost: "about 6 CPU-minutes",
};

/** The path of Istio's own command line, built on first use. */
export function istioctlPath(): string {
  return goProgram(istioctl);
}
