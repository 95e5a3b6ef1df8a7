import assert from "node:assert/strict";
import { test } from "node:test";
import { admit } from "../admit.ts";
import { defaultPod } from "./default-pod.ts";
import type { Pod } from "./pod.ts";
import { podKind } from "./pod.ts";
import { containerWith, podWith } from "./testing/workloads.ts";

const admitted = (spec: { readonly [field: string]: unknown }) => admit(podKind, podWith(spec)).resource as Pod;

test("a pod gets what the API server fills in", () => {
  const { spec } = admitted({ volumes: [{ name: "v" }, { name: "s", secret: { secretName: "x" } }] });
  assert.deepEqual(spec, {
    containers: [
      {
        name: "app",
        image: "docker.io/example/app:1.0",
        resources: {},
        terminationMessagePath: "/dev/termination-log",
        terminationMessagePolicy: "File",
        imagePullPolicy: "IfNotPresent",
      },
    ],
    volumes: [
      { name: "v", emptyDir: {} },
      { name: "s", secret: { secretName: "x", defaultMode: 420 } },
    ],
    restartPolicy: "Always",
    terminationGracePeriodSeconds: 30,
    dnsPolicy: "ClusterFirst",
    securityContext: {},
    schedulerName: "default-scheduler",
    serviceAccountName: "default",
    serviceAccount: "default",
    enableServiceLinks: true,
  });
});

test("images that may change are pulled always", () => {
  const policies = {
    nginx: "Always",
    "nginx:latest": "Always",
    "nginx:1.29": "IfNotPresent",
    "registry:5000/nginx": "Always",
    "registry:5000/nginx:1.29": "IfNotPresent",
    "nginx@sha256:0123": "IfNotPresent",
    "nginx:latest@sha256:0123": "Always",
  };
  for (const [image, policy] of Object.entries(policies)) {
    const { spec } = admitted({ containers: [containerWith({ image })] });
    assert.equal(spec.containers[0]?.imagePullPolicy, policy, image);
  }
});

test("requests take over the limits that they do not name", () => {
  const { spec } = admitted({
    containers: [containerWith({ resources: { limits: { cpu: "2", memory: "1Gi" }, requests: { cpu: "1" } } })],
  });
  assert.deepEqual(spec.containers[0]?.resources?.requests, { cpu: "1", memory: "1Gi" });
});

test("in the host's network ports are ports of the host", () => {
  const ports = [{ containerPort: 80 }, { containerPort: 53, protocol: "UDP", hostPort: 53 }];
  const { spec } = admitted({ hostNetwork: true, containers: [containerWith({ ports })] });
  assert.deepEqual(
    spec.containers[0]?.ports?.map((port) => port.hostPort),
    [80, 53],
  );
});

test("the old and the new name of the service account are the same", () => {
  for (const field of ["serviceAccount", "serviceAccountName"]) {
    const { spec } = admitted({ [field]: "me" });
    assert.deepEqual([spec.serviceAccount, spec.serviceAccountName], ["me", "me"]);
  }
});

test("values of a wrong type pass through", () => {
  const bad = [
    { spec: null },
    { spec: "text" },
    { spec: { containers: "none", volumes: [1, null] } },
    {
      spec: { containers: [null, 7, { image: 1, resources: [], ports: {} }], serviceAccountName: 3, hostNetwork: true },
    },
  ];
  for (const part of bad) {
    assert.doesNotThrow(() => defaultPod({ apiVersion: "v1", kind: "Pod", metadata: {}, ...part }));
  }
});
