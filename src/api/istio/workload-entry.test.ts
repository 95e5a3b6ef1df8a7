import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSpec, type Row } from "../testing/judge.ts";
import { workloadEntryKind } from "./workload-entry.ts";
import { workloadGroupKind } from "./workload-group.ts";

const entries: readonly Row<unknown>[] = [
  ["an address", { address: "1.2.3.4", ports: { http: 80 }, labels: { app: "a" } }],
  ["a host", { address: "a.b.com" }],
  ["a socket", { address: "unix://@abstract" }],
  ["a bad address", { address: "a b" }, "FW0204 spec.address"],
  ["a socket that is a folder", { address: "unix:///a/" }, "FW0306 spec.address"],
  ["a socket with ports", { address: "unix:///a", ports: { http: 80 } }, "FW0363 spec.ports"],
  [
    "ports that are malformed",
    { address: "a", ports: { "a.b": 80, b: 0, ["c".repeat(63)]: 1 } },
    "FW0203 spec.ports.b",
    'FW0214 spec.ports["a.b"]',
    `FW0214 spec.ports.${"c".repeat(63)}`,
  ],
  ["labels that are malformed", { address: "a", labels: { "a b": "c" } }, 'FW0213 spec.labels["a b"]'],
  ["nothing", {}, "FW0103 spec.address"],
  ["a network only", { network: "n" }, "FW0359 spec.address"],
];

for (const [name, spec, ...problems] of entries) {
  test(`workload entry: ${name}`, () => {
    assert.deepEqual(judgeSpec(workloadEntryKind, spec), problems);
  });
}

const template = {};
const groups: readonly Row<unknown>[] = [
  ["the least", { template }],
  ["no template", {}, "FW0103 spec.template"],
  [
    "a template with a socket and ports",
    { template: { address: "unix:///a", ports: { a: 1 } } },
    "FW0363 spec.template.ports",
  ],
  ["labels that are malformed", { template, metadata: { labels: { a: "b c" } } }, "FW0213 spec.metadata.labels.a"],
  [
    "an HTTP probe",
    {
      template,
      probe: { periodSeconds: 0, httpGet: { port: 80, scheme: "HTTPS", httpHeaders: [{ name: "X-A", value: "b" }] } },
    },
  ],
  ["a gRPC probe", { template, probe: { grpc: { service: "a" } } }],
  ["a command", { template, probe: { exec: { command: ["true"] } } }],
  ["an empty command", { template, probe: { exec: { command: [] } } }, "FW0106 spec.probe.exec.command"],
  ["a probe without a method", { template, probe: { periodSeconds: 1 } }, "FW0381 spec.probe"],
  ["two methods", { template, probe: { tcpSocket: { port: 1 }, grpc: {} } }, "FW0111 spec.probe"],
  [
    "a probe that is malformed",
    {
      template,
      probe: { timeoutSeconds: -1, httpGet: { port: 0, scheme: "http", httpHeaders: [{ name: "a_b" }, {}] } },
    },
    "FW0105 spec.probe.timeoutSeconds",
    "FW0203 spec.probe.httpGet.port",
    "FW0104 spec.probe.httpGet.scheme",
    "FW0215 spec.probe.httpGet.httpHeaders[0].name",
    "FW0103 spec.probe.httpGet.httpHeaders[1].name",
  ],
];

for (const [name, spec, ...problems] of groups) {
  test(`workload group: ${name}`, () => {
    assert.deepEqual(judgeSpec(workloadGroupKind, spec), problems);
  });
}
