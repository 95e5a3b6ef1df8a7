import { isObject } from "../../base/json.ts";
import type { ClusterView } from "../cluster-view.ts";
import { kindRefs } from "../kind-refs.ts";

/** The installation's values that a revision's injector was made from; undefined if they are not known. */
export function injectorValues(
  cluster: ClusterView,
  revision: string | undefined,
): { readonly [key: string]: unknown } | undefined {
  const suffix = revision === undefined || revision === "" || revision === "default" ? "" : `-${revision}`;
  const configMap = cluster.all(kindRefs.configMap).find(({ name }) => name === `istio-sidecar-injector${suffix}`);
  const { text } = configMap?.root.at("data", "values") ?? { text: "" };
  try {
    const values: unknown = JSON.parse(text);
    return isObject(values) ? values : undefined;
  } catch {
    return undefined;
  }
}
