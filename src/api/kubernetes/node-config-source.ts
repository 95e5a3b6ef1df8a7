import { obj, opt, ptr, req, str } from "../schema/build.ts";

/** Where a node took dynamic configuration from; Kubernetes has dropped the feature and kept the fields. */
export const nodeConfigSource = obj({
  configMap: ptr(
    2,
    obj({
      namespace: req(1, str(), "Namespace of the ConfigMap."),
      name: req(2, str(), "Name of the ConfigMap."),
      uid: opt(3, str(), "Uid of the ConfigMap."),
      resourceVersion: opt(4, str(), "Version of the ConfigMap."),
      kubeletConfigKey: req(5, str(), "Key in the ConfigMap."),
    }),
    "ConfigMap with the configuration.",
  ),
});
