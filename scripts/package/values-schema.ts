import { edgeSettingsTable, settingsTable } from "../../src/settings/index.ts";
import { type JsonSchema, settingsSchema } from "./setting-schema.ts";

/** Flags that the chart gives itself, and those of the embedded store and its API, which do not run on a cluster. */
const notForUp = [
  ...["data-dir", "kubeconfig", "root-namespace", "watched-namespaces", "mesh-config", "networks"],
  ...["xds-address", "xds-tls-address", "xds-tls-names", "http-address", "ctrlz-address"],
  ...["config-dir", "sample", "token-auth-file", "client-ca-file", "history-revisions", "history-age"],
  ...["api-address", "api-max-connections", "api-max-requests", "api-max-body", "api-request-timeout"],
  ...["service-cluster-ip-range", "service-node-port-range", "endpoint-controller"],
];

/** The chart gives these, and certificates would have to be mounted. */
const notForEdge = ["node-name", "kubeconfig", "http-address", "cache-dir", "cert-file", "key-file", "ca-file"];

const text: JsonSchema = { type: "string" };
const name: JsonSchema = { type: "string", pattern: "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$" };
const names: JsonSchema = { type: "array", items: name, uniqueItems: true };
const yesOrNo: JsonSchema = { type: "boolean" };
const count: JsonSchema = { type: "integer", minimum: 1 };
const amount: JsonSchema = { type: ["integer", "string"], minimum: 0, pattern: "^[0-9]+%?$" };
/** Whatever Kubernetes takes there. */
const asInKubernetes: JsonSchema = { type: "object" };
const listAsInKubernetes: JsonSchema = { type: "array", items: { type: "object" } };
const texts: JsonSchema = { type: "object", additionalProperties: text };

function strict(properties: { readonly [name: string]: JsonSchema }): JsonSchema {
  return { type: "object", additionalProperties: false, properties };
}

function described(schema: JsonSchema, description: string): JsonSchema {
  return { ...schema, description };
}

/** Where pods run, for the control plane and for the wrapper of edge nodes. */
const scheduling = {
  nodeSelector: described(texts, "Labels of the nodes that are meant."),
  tolerations: described(listAsInKubernetes, "Taints of nodes that do not matter."),
  affinity: described(asInKubernetes, "Further rules on where pods run."),
  priorityClassName: described(text, "Class by which pods are more important than others."),
  podAnnotations: described(texts, "Annotations of pods."),
  podLabels: described(texts, "Further labels of pods."),
  resources: described(asInKubernetes, "What a pod requests, and may use at the most."),
  terminationGracePeriodSeconds: described(count, "Seconds that a pod may take to stop."),
};

const edge = strict({
  enabled: described(yesOrNo, "Whether the wrapper runs on nodes."),
  server: described(
    { type: "string", pattern: "^(|https?://[^ ]+)$" },
    "URL of the API server, or of a caching proxy on the node, that does not depend on kube-proxy.",
  ),
  hostCacheDir: described({ type: "string", pattern: "^/" }, "Directory of the node for what is served offline."),
  settings: settingsSchema(edgeSettingsTable, new Set(notForEdge)),
  ...scheduling,
});

/** The schema of the chart's values: what is not in it is refused, and so is a wrong type. */
export function valuesSchema(): string {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Values of Fairway's chart",
    ...strict({
      global: described(asInKubernetes, "Values that charts share, of which none is read."),
      fullnameOverride: described(
        { type: "string", pattern: "^([a-z]([-a-z0-9]{0,52}[a-z0-9])?)?$" },
        "Name of all objects, in place of the release's.",
      ),
      replicas: described({ type: "integer", minimum: 0 }, "How many pods there are."),
      image: strict({
        repository: described({ type: "string", minLength: 1 }, "Where the image is."),
        tag: described(text, "Its tag; the chart's appVersion if empty."),
        digest: described({ type: "string", pattern: "^(|sha256:[0-9a-f]{64})$" }, "Its digest, in place of a tag."),
        pullPolicy: { type: "string", enum: ["Always", "IfNotPresent", "Never"] },
      }),
      imagePullSecrets: described(listAsInKubernetes, "Secrets for the registry."),
      watchedNamespaces: described(names, "Namespaces that are read, with Roles in these; all if there is none."),
      meshConfig: described(
        asInKubernetes,
        "The MeshConfig; if it is empty, the ConfigMap `istio` is somebody else's.",
      ),
      meshNetworks: described(asInKubernetes, "The MeshNetworks, in the same ConfigMap."),
      settings: described(settingsSchema(settingsTable, new Set(notForUp)), "Flags of `fairway up`."),
      serviceAccount: strict({
        create: yesOrNo,
        name: described(text, "Its name; the chart's if empty."),
        annotations: texts,
      }),
      rbac: strict({ create: described(yesOrNo, "Whether roles are made; else somebody else makes them.") }),
      service: strict({
        type: { type: "string", enum: ["ClusterIP", "NodePort", "LoadBalancer"] },
        annotations: texts,
        plainText: described(yesOrNo, "Whether xDS is served in plain text too."),
        aliases: described(names, "Names of further Services that lead here, such as `istiod`."),
      }),
      podDisruptionBudget: strict({ enabled: yesOrNo, maxUnavailable: amount }),
      autoscaling: strict({
        enabled: yesOrNo,
        minReplicas: count,
        maxReplicas: count,
        cpuUtilization: described(count, "Percent of the requested CPU that is aimed at."),
      }),
      podSecurityContext: described(asInKubernetes, "As whom pods run."),
      ...scheduling,
      edge,
    }),
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}
