import assert from "node:assert/strict";
import { test } from "node:test";
import { told } from "../testing/judge.ts";
import { podKind } from "./pod.ts";
import { containerWith, podWith } from "./testing/workloads.ts";

type Case = readonly [what: string, spec: { readonly [field: string]: unknown }, ...expected: string[]];

const app = (fields: object) => ({ containers: [containerWith({ ...fields })] });
const withVolume = (source: object) => ({ volumes: [{ name: "v", ...source }] });
const toleration = (fields: object) => ({ tolerations: [fields] });
const at = "spec.containers[0]";
const nodeTerms = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";

const containers: readonly Case[] = [
  ["plain", {}],
  ["no containers", { containers: [] }, "FW0621 spec.containers"],
  ["no image", { containers: [{ name: "app" }] }, `FW0621 ${at}.image`],
  ["image with white space", app({ image: " nginx" }), `FW0611 ${at}.image`],
  ["name in capitals", app({ name: "App" }), `FW0214 ${at}.name`],
  ["name twice", { containers: [containerWith(), containerWith()] }, "FW0108 spec.containers[1]"],
  ["name across lists", { initContainers: [containerWith()] }, `FW0108 ${at}.name`],
  ["unknown field", app({ imagePullPolice: "Always" }), `FW0101 ${at}.imagePullPolice`],
  ["unknown pull policy", app({ imagePullPolicy: "Sometimes" }), `FW0104 ${at}.imagePullPolicy`],
  ["empty pull policy", app({ imagePullPolicy: "" })],
  ["port", app({ ports: [{ containerPort: 8080, name: "http-web" }] })],
  ["port 0", app({ ports: [{ containerPort: 0 }] }), `FW0203 ${at}.ports[0].containerPort`],
  ["port name too long", app({ ports: [{ containerPort: 1, name: "a".repeat(16) }] }), `FW0643 ${at}.ports[0].name`],
  [
    "port name twice",
    app({
      ports: [
        { containerPort: 1, name: "a" },
        { containerPort: 2, name: "a" },
      ],
    }),
    `FW0108 ${at}.ports[1].name`,
  ],
  ["port twice", app({ ports: [{ containerPort: 1 }, { containerPort: 1 }] }), `FW0604 ${at}.ports[1].containerPort`],
  ["port twice by protocol", app({ ports: [{ containerPort: 53 }, { containerPort: 53, protocol: "UDP" }] })],
  [
    "host port twice",
    app({
      ports: [
        { containerPort: 1, hostPort: 80 },
        { containerPort: 2, hostPort: 80 },
      ],
    }),
    `FW0108 ${at}.ports[1].hostPort`,
  ],
  [
    "host port in the host's network",
    { hostNetwork: true, ...app({ ports: [{ containerPort: 1, hostPort: 80 }] }) },
    `FW0614 ${at}.ports[0].hostPort`,
  ],
];

const env: readonly Case[] = [
  ["value", app({ env: [{ name: "A.b-c", value: "1" }] })],
  ["name with =", app({ env: [{ name: "A=B" }] }), `FW0605 ${at}.env[0].name`],
  ["name twice", app({ env: [{ name: "A" }, { name: "A" }] }), `FW0604 ${at}.env[1].name`],
  [
    "value and source",
    app({ env: [{ name: "A", value: "1", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }] }),
    `FW0111 ${at}.env[0].valueFrom`,
  ],
  ["empty source", app({ env: [{ name: "A", valueFrom: {} }] }), `FW0103 ${at}.env[0].valueFrom`],
  ["label of the pod", app({ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.labels['a/b']" } } }] })],
  [
    "all labels of the pod",
    app({ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.labels" } } }] }),
    `FW0601 ${at}.env[0].valueFrom.fieldRef.fieldPath`,
  ],
  [
    "unknown resource",
    app({ env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "cpu" } } }] }),
    `FW0601 ${at}.env[0].valueFrom.resourceFieldRef.resource`,
  ],
  [
    "secret without a name",
    app({ env: [{ name: "A", valueFrom: { secretKeyRef: { key: "k" } } }] }),
    `FW0103 ${at}.env[0].valueFrom.secretKeyRef.name`,
  ],
  [
    "malformed key",
    app({ env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "c", key: "a/b" } } }] }),
    `FW0608 ${at}.env[0].valueFrom.configMapKeyRef.key`,
  ],
  [
    "two sources",
    app({ envFrom: [{ configMapRef: { name: "c" }, secretRef: { name: "s" } }] }),
    `FW0111 ${at}.envFrom[0]`,
  ],
];

const probes: readonly Case[] = [
  ["by port name", app({ readinessProbe: { httpGet: { port: "http" } } })],
  ["without a handler", app({ livenessProbe: { periodSeconds: 5 } }), `FW0103 ${at}.livenessProbe`],
  [
    "two handlers",
    app({ livenessProbe: { httpGet: { port: 80 }, tcpSocket: { port: 80 } } }),
    `FW0111 ${at}.livenessProbe`,
  ],
  [
    "port out of range",
    app({ livenessProbe: { tcpSocket: { port: 70000 } } }),
    `FW0203 ${at}.livenessProbe.tcpSocket.port`,
  ],
  [
    "port as a number in text",
    app({ livenessProbe: { tcpSocket: { port: "80" } } }),
    `FW0643 ${at}.livenessProbe.tcpSocket.port`,
  ],
  [
    "successes of a liveness probe",
    app({ livenessProbe: { successThreshold: 2, exec: { command: ["true"] } } }),
    `FW0606 ${at}.livenessProbe.successThreshold`,
  ],
  ["successes of a readiness probe", app({ readinessProbe: { successThreshold: 2, exec: { command: ["true"] } } })],
  [
    "grace period of a readiness probe",
    app({ readinessProbe: { terminationGracePeriodSeconds: 1, grpc: { port: 1 } } }),
    `FW0606 ${at}.readinessProbe.terminationGracePeriodSeconds`,
  ],
  [
    "negative delay",
    app({ startupProbe: { initialDelaySeconds: -1, grpc: { port: 1 } } }),
    `FW0105 ${at}.startupProbe.initialDelaySeconds`,
  ],
  ["hook without a handler", app({ lifecycle: { preStop: {} } }), `FW0103 ${at}.lifecycle.preStop`],
  [
    "of an init container",
    { initContainers: [containerWith({ name: "i", readinessProbe: { grpc: { port: 1 } } })] },
    "FW0613 spec.initContainers[0].readinessProbe",
  ],
  [
    "of a sidecar",
    { initContainers: [containerWith({ name: "i", restartPolicy: "Always", readinessProbe: { grpc: { port: 1 } } })] },
  ],
];

const resources: readonly Case[] = [
  [
    "plain",
    app({ resources: { limits: { cpu: 1, memory: "1Gi" }, requests: { cpu: "1000m", "example.com/gpu": 2 } } }),
  ],
  [
    "request above the limit",
    app({ resources: { limits: { cpu: 1 }, requests: { cpu: "1001m" } } }),
    `FW0603 ${at}.resources.requests.cpu`,
  ],
  ["unknown resource", app({ resources: { requests: { disk: "1Gi" } } }), `FW0602 ${at}.resources.requests.disk`],
  ["negative", app({ resources: { requests: { cpu: "-1" } } }), `FW0105 ${at}.resources.requests.cpu`],
  ["not a quantity", app({ resources: { requests: { cpu: "one" } } }), `FW0210 ${at}.resources.requests.cpu`],
  ["unknown claim", app({ resources: { claims: [{ name: "c" }] } }), `FW0612 ${at}.resources.claims[0].name`],
];

const volumes: readonly Case[] = [
  ["mounted", { ...withVolume({ emptyDir: {} }), ...app({ volumeMounts: [{ name: "v", mountPath: "/v" }] }) }],
  ["not there", app({ volumeMounts: [{ name: "v", mountPath: "/v" }] }), `FW0612 ${at}.volumeMounts[0].name`],
  [
    "mounted twice at one path",
    {
      ...withVolume({}),
      ...app({
        volumeMounts: [
          { name: "v", mountPath: "/v" },
          { name: "v", mountPath: "/v" },
        ],
      }),
    },
    `FW0108 ${at}.volumeMounts[1]`,
  ],
  [
    "mounted through ..",
    { ...withVolume({}), ...app({ volumeMounts: [{ name: "v", mountPath: "/v", subPath: "../etc" }] }) },
    `FW0607 ${at}.volumeMounts[0].subPath`,
  ],
  [
    "bidirectional without privileges",
    {
      ...withVolume({}),
      ...app({ volumeMounts: [{ name: "v", mountPath: "/v", mountPropagation: "Bidirectional" }] }),
    },
    `FW0609 ${at}.volumeMounts[0].mountPropagation`,
  ],
  ["name twice", { volumes: [{ name: "v" }, { name: "v" }] }, "FW0108 spec.volumes[1]"],
  ["two sources", withVolume({ emptyDir: {}, hostPath: { path: "/" } }), "FW0111 spec.volumes[0]"],
  ["host path with ..", withVolume({ hostPath: { path: "/a/../b" } }), "FW0607 spec.volumes[0].hostPath.path"],
  ["secret without a name", withVolume({ secret: {} }), "FW0103 spec.volumes[0].secret.secretName"],
  ["config map without a name", withVolume({ configMap: {} }), "FW0103 spec.volumes[0].configMap.name"],
  [
    "mode out of range",
    withVolume({ secret: { secretName: "s", defaultMode: 512 } }),
    "FW0105 spec.volumes[0].secret.defaultMode",
  ],
  [
    "absolute item",
    withVolume({ configMap: { name: "c", items: [{ key: "k", path: "/k" }] } }),
    "FW0607 spec.volumes[0].configMap.items[0].path",
  ],
  [
    "short-lived token",
    withVolume({ projected: { sources: [{ serviceAccountToken: { path: "t", expirationSeconds: 60 } }] } }),
    "FW0105 spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds",
  ],
  [
    "file of two sources",
    withVolume({ downwardAPI: { items: [{ path: "f" }] } }),
    "FW0103 spec.volumes[0].downwardAPI.items[0]",
  ],
  [
    "incomplete claim",
    withVolume({ ephemeral: { volumeClaimTemplate: { spec: { accessModes: ["ReadWriteOnce"] } } } }),
    "FW0103 spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests.storage",
  ],
  ["of old times", withVolume({ gitRepo: { repository: "r" } }), "FW0114 spec.volumes[0].gitRepo"],
];

const pods: readonly Case[] = [
  ["host name", { hostname: "a.b" }, "FW0214 spec.hostname"],
  ["DNS of its own without servers", { dnsPolicy: "None" }, "FW0112 spec.dnsConfig.nameservers"],
  ["DNS of its own", { dnsPolicy: "None", dnsConfig: { nameservers: ["1.1.1.1"], searches: ["a.b", "."] } }],
  ["name server by name", { dnsConfig: { nameservers: ["dns.example.com"] } }, "FW0206 spec.dnsConfig.nameservers[0]"],
  ["process namespaces", { hostPID: true, shareProcessNamespace: true }, "FW0111 spec.shareProcessNamespace"],
  ["hosts file", { hostAliases: [{ ip: "10.0.0.1", hostnames: ["a", "b.c"] }] }],
  ["hosts file with a name", { hostAliases: [{ ip: "a" }] }, "FW0206 spec.hostAliases[0].ip"],
  ["deadline", { activeDeadlineSeconds: 0 }, "FW0105 spec.activeDeadlineSeconds"],
  ["restart policy", { restartPolicy: "Sometimes" }, "FW0104 spec.restartPolicy"],
  ["tolerates all", toleration({ operator: "Exists" })],
  ["tolerates a value of nothing", toleration({ value: "v" }), "FW0112 spec.tolerations[0].operator"],
  [
    "tolerates a value that exists",
    toleration({ key: "k", operator: "Exists", value: "v" }),
    "FW0111 spec.tolerations[0].value",
  ],
  ["tolerates for a while", toleration({ key: "k", tolerationSeconds: 1 }), "FW0112 spec.tolerations[0].effect"],
  [
    "spread",
    { topologySpreadConstraints: [{ maxSkew: 0, topologyKey: "zone", whenUnsatisfiable: "ScheduleAnyway" }] },
    "FW0105 spec.topologySpreadConstraints[0].maxSkew",
  ],
  [
    "spread with minimum",
    {
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "z", whenUnsatisfiable: "ScheduleAnyway", minDomains: 2 }],
    },
    "FW0111 spec.topologySpreadConstraints[0].minDomains",
  ],
  ["no term of node affinity", affinity([]), `FW0106 ${nodeTerms}`],
  ["node affinity", affinity([{ matchExpressions: [{ key: "k", operator: "Gt", values: ["1"] }] }])],
  [
    "node affinity without values",
    affinity([{ matchExpressions: [{ key: "k", operator: "In" }] }]),
    `FW0112 ${nodeTerms}[0].matchExpressions[0].values`,
  ],
  ["user id", { securityContext: { runAsUser: -1 } }, "FW0105 spec.securityContext.runAsUser"],
  [
    "kernel parameter",
    { securityContext: { sysctls: [{ name: "Net", value: "1" }] } },
    "FW0610 spec.securityContext.sysctls[0].name",
  ],
  [
    "profile without a file",
    { securityContext: { seccompProfile: { type: "Localhost" } } },
    "FW0112 spec.securityContext.seccompProfile.localhostProfile",
  ],
  [
    "privileged without escalation",
    app({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }),
    `FW0609 ${at}.securityContext.allowPrivilegeEscalation`,
  ],
];

function affinity(nodeSelectorTerms: readonly unknown[]) {
  return { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } };
}

const tables = { containers, env, probes, resources, volumes, pods };
for (const [name, cases] of Object.entries(tables)) {
  test(`rules of a pod: ${name}`, async (t) => {
    for (const [what, spec, ...expected] of cases) {
      await t.test(what, () => assert.deepEqual(told(podKind, podWith(spec)), expected));
    }
  });
}

test("a sketch of a pod is accepted", () => {
  const metadata = { name: "p", labels: { app: "a" } };
  assert.deepEqual(told(podKind, { apiVersion: "v1", kind: "Pod", metadata }), ["FW0621 spec.containers"]);
  assert.deepEqual(told(podKind, podWith({ containers: [{ image: "i" }, { image: "j" }] })), []);
});
