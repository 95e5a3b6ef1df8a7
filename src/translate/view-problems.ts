import type { ConfigProblem } from "../mesh/index.ts";
import { viewPatches } from "./patch/view-patches.ts";
import type { View } from "./view.ts";

/** What is wrong with objects of a view that no single resource can tell, because they are not in any. */
export function viewProblems({ scope }: View): readonly ConfigProblem[] {
  const patches = scope.proxy.dialect === "grpc" ? [] : viewPatches(scope).problems;
  return [...(scope.gateways?.problems ?? []), ...patches];
}
