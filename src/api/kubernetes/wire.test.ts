import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { KindDefinition } from "../kind.ts";
import { decodeResource, encodeResource } from "../protobuf.ts";
import type { Resource } from "../resource.ts";
import { endpointSliceKind } from "./endpoint-slice.ts";
import { eventsK8sIoEventKind } from "./events-k8s-io-event.ts";
import { ingressKind } from "./ingress.ts";
import { leaseKind } from "./lease.ts";
import { nodeKind } from "./node.ts";
import { secretKind } from "./secret.ts";
import { serviceKind } from "./service.ts";
import { validatingWebhookConfigurationKind } from "./validating-webhook-configuration.ts";

const metadata = { name: "a" };

/** Bytes made by Google's own library from Kubernetes' published .proto files. */
const vectors: readonly (readonly [name: string, kind: KindDefinition, fields: object, hex: string])[] = [
  [
    "a selector and a named target",
    serviceKind,
    { metadata, spec: { ports: [{ port: 80, targetPort: "web" }], selector: { app: "a" } } },
    "0a030a016112190a0d18502209080110001a0377656212080a03617070120161",
  ],
  [
    "an empty port name and a false condition, which are not the same as none",
    endpointSliceKind,
    {
      metadata,
      addressType: "IPv4",
      endpoints: [{ addresses: ["10.0.0.1"], conditions: { ready: false } }],
      ports: [{ name: "", protocol: "TCP", port: 80 }],
    },
    "0a030a0161120e0a0831302e302e302e31120208001a090a0012035443501850220449507634",
  ],
  [
    "a rule of an Ingress, which is a message within a message",
    ingressKind,
    {
      metadata,
      spec: {
        rules: [
          {
            host: "a.b",
            http: {
              paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "s", port: { number: 80 } } } }],
            },
          },
        ],
      },
    },
    "0a030a016112231a210a03612e62121a0a180a160a012f120922070a0173120210501a06507265666978",
  ],
  [
    "a rule of a webhook, which is a message within a message",
    validatingWebhookConfigurationKind,
    {
      metadata,
      webhooks: [{ name: "w", rules: [{ operations: ["CREATE"], apiGroups: [""], resources: ["pods"], scope: "*" }] }],
    },
    "0a030a0161121a0a01771a150a06435245415445120b0a001a04706f647322012a",
  ],
  [
    "a time with microseconds",
    leaseKind,
    { metadata, spec: { holderIdentity: "h", renewTime: "2026-01-31T12:00:00.123456Z" } },
    "0a030a016112100a0168220b08c0ddf7cb06108094ef3a",
  ],
  [
    "bytes",
    secretKind,
    { metadata, data: { k: "AP8=" }, type: "Opaque" },
    "0a030a016112070a016b120200ff1a064f7061717565",
  ],
  [
    "a quantity, and the one field in capitals",
    nodeKind,
    { metadata, status: { capacity: { cpu: "2" }, daemonEndpoints: { kubeletEndpoint: { Port: 10250 } } } },
    "0a030a01611a130a0a0a0363707512030a013232050a03088a50",
  ],
];

describe("protobuf of Kubernetes' kinds", () => {
  for (const [name, kind, fields, hex] of vectors) {
    test(name, () => {
      const resource = { apiVersion: "v1", kind: kind.kind, ...fields } as unknown as Resource;
      assert.equal(Buffer.from(encodeResource(kind, resource).bytes).toString("hex"), hex);
      assert.deepEqual(decodeResource(kind, Buffer.from(hex, "hex")), fields);
    });
  }

  test("takes an empty time for none, as Kubernetes' clients write it", () => {
    const bytes = Buffer.from("0a030a0161120608c0ddf7cb0642060a044e6f646562006a007800", "hex");
    assert.deepEqual(decodeResource(eventsK8sIoEventKind, bytes), {
      metadata,
      eventTime: "2026-01-31T12:00:00.000000Z",
      regarding: { kind: "Node" },
      deprecatedSource: {},
      deprecatedFirstTimestamp: null,
      deprecatedCount: 0,
    });
  });
});
