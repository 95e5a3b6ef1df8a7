import type { PolicyRule, Resource } from "../../../api/index.ts";
import { authenticatedGroup, mastersGroup } from "../../access.ts";

const apiVersion = "rbac.authorization.k8s.io/v1";
const apiGroup = "rbac.authorization.k8s.io";
const all = ["*"];
const reading = ["get", "list", "watch"];
const writing = ["create", "delete", "deletecollection", "patch", "update"];

/** Resources of a namespace that its people work with, by group; roles and bindings are not among them. */
const workResources: readonly (readonly [string, readonly string[]])[] = [
  ["", ["configmaps", "endpoints", "events", "pods", "serviceaccounts", "services"]],
  ["apps", ["daemonsets", "deployments", "statefulsets"]],
  ["autoscaling", ["horizontalpodautoscalers"]],
  ["policy", ["poddisruptionbudgets"]],
  ["discovery.k8s.io", ["endpointslices"]],
  ["networking.k8s.io", ["ingresses"]],
  ["gateway.networking.k8s.io", all],
  ["networking.istio.io", all],
  ["security.istio.io", all],
  ["telemetry.istio.io", all],
  ["extensions.istio.io", all],
  ["superedge.io", all],
];

const work = (verbs: readonly string[]): PolicyRule[] =>
  workResources.map(([group, resources]) => ({ verbs, apiGroups: [group], resources }));

const viewing: readonly PolicyRule[] = [
  ...work(reading),
  { verbs: reading, apiGroups: [""], resources: ["namespaces"] },
];

const editing: readonly PolicyRule[] = [
  ...work(writing),
  { verbs: [...reading, ...writing], apiGroups: [""], resources: ["secrets"] },
  { verbs: ["impersonate"], apiGroups: [""], resources: ["serviceaccounts"] },
  { verbs: ["create"], apiGroups: [""], resources: ["serviceaccounts/token"] },
  { verbs: [...reading, ...writing], apiGroups: ["coordination.k8s.io"], resources: ["leases"] },
];

const administering: readonly PolicyRule[] = [
  { verbs: [...reading, ...writing], apiGroups: [apiGroup], resources: ["roles", "rolebindings"] },
  { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["localsubjectaccessreviews"] },
];

const discoveryPaths = ["/api", "/api/*", "/apis", "/apis/*", "/openapi", "/openapi/*", "/version", "/version/"];
const publicPaths = ["/healthz", "/healthz/*", "/livez", "/livez/*", "/readyz", "/readyz/*", "/version", "/version/"];

/** The ClusterRoles that Kubernetes has from the start and that charts and people rely on, with their rules. */
const clusterRoles: readonly (readonly [string, readonly PolicyRule[]])[] = [
  [
    "cluster-admin",
    [
      { verbs: all, apiGroups: all, resources: all },
      { verbs: all, nonResourceURLs: all },
    ],
  ],
  ["system:discovery", [{ verbs: ["get"], nonResourceURLs: [...new Set([...discoveryPaths, ...publicPaths])] }]],
  ["system:public-info-viewer", [{ verbs: ["get"], nonResourceURLs: publicPaths }]],
  [
    "system:basic-user",
    [
      {
        verbs: ["create"],
        apiGroups: ["authorization.k8s.io"],
        resources: ["selfsubjectaccessreviews", "selfsubjectrulesreviews"],
      },
      { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"] },
    ],
  ],
  [
    "system:auth-delegator",
    [
      { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"] },
      { verbs: ["create"], apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"] },
    ],
  ],
  [
    "system:service-account-issuer-discovery",
    [{ verbs: ["get"], nonResourceURLs: ["/.well-known/openid-configuration", "/openid/v1/jwks"] }],
  ],
];

/** Roles that others can add to by a label: the rules each begins with, and the role that takes it in, if any. */
const gathering: readonly (readonly [string, readonly PolicyRule[], string?])[] = [
  ["view", viewing, "edit"],
  ["edit", editing, "admin"],
  ["admin", administering],
];

const bindings: readonly (readonly [string, readonly string[]])[] = [
  ["cluster-admin", [mastersGroup]],
  ["system:discovery", [authenticatedGroup]],
  ["system:public-info-viewer", [authenticatedGroup, "system:unauthenticated"]],
  ["system:basic-user", [authenticatedGroup]],
  ["system:service-account-issuer-discovery", ["system:serviceaccounts"]],
];

const labels = { "kubernetes.io/bootstrapping": "rbac-defaults" };
const annotations = { "rbac.authorization.kubernetes.io/autoupdate": "true" };
const gatherLabel = (name: string) => `rbac.authorization.k8s.io/aggregate-to-${name}`;

function clusterRole(name: string, fields: object, own: { readonly [label: string]: string } = {}): Resource {
  return {
    apiVersion,
    kind: "ClusterRole",
    metadata: { name, labels: { ...labels, ...own }, annotations },
    ...fields,
  };
}

/** The roles and bindings that a new store is given. */
export function defaultPolicies(): Resource[] {
  const gathered = gathering.flatMap(([name, rules, into]) => {
    const selectors = [{ matchLabels: { [gatherLabel(name)]: "true" } }];
    const rule = { aggregationRule: { clusterRoleSelectors: selectors } };
    return [
      clusterRole(name, rule, into === undefined ? {} : { [gatherLabel(into)]: "true" }),
      clusterRole(`system:aggregate-to-${name}`, { rules }, { [gatherLabel(name)]: "true" }),
    ];
  });
  return [
    ...clusterRoles.map(([name, rules]) => clusterRole(name, { rules })),
    ...gathered,
    ...bindings.map(([name, groups]) => ({
      apiVersion,
      kind: "ClusterRoleBinding",
      metadata: { name, labels, annotations },
      roleRef: { apiGroup, kind: "ClusterRole", name },
      subjects: groups.map((group) => ({ apiGroup, kind: "Group", name: group })),
    })),
  ];
}
