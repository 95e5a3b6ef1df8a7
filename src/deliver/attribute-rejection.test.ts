import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Attribution, attributeRejection, type Rejection } from "./attribute-rejection.ts";
import { xdsTypes } from "./xds-types.ts";

const { cluster, endpoint, listener, route, extension, secret } = xdsTypes;
const badIp =
  "malformed IP address: foo.bar. Consider setting resolver_name or setting cluster type to 'STRICT_DNS' or 'LOGICAL_DNS'";
const unknownFilter = "Didn't find a registered implementation for 'x' with type URL: 'type.googleapis.com/x.v3.X'";

/** What Envoy 1.40 says, and whom it means. */
const cases: readonly (readonly [string, Rejection, Attribution])[] = [
  [
    "clusters in a list",
    {
      type: cluster,
      error: `Error adding/updating cluster(s) b1: ${badIp}, b2: ${unknownFilter}`,
      names: ["a", "b1", "b2", "c"],
    },
    { names: ["b1", "b2"], by: "named" },
  ],
  [
    "a cluster whose name is that of Istio",
    {
      type: cluster,
      error: `Error adding/updating cluster(s) outbound|80||a.b.svc: ${badIp}`,
      names: ["outbound|80||a.b.svc", "outbound|80||a.b"],
    },
    { names: ["outbound|80||a.b.svc"], by: "named" },
  ],
  [
    "a cluster whose name ends with another's",
    { type: cluster, error: `Error adding/updating cluster(s) x, b: ${badIp}`, names: ["b", "x, b"] },
    { names: ["x, b"], by: "named" },
  ],
  [
    "listeners, one on a line",
    {
      type: listener,
      error: `Error adding/updating listener(s) l1: cannot bind '127.0.0.1:90': Address already in use\nl3: ${unknownFilter}\n`,
      names: ["l1", "l2", "l3"],
    },
    { names: ["l1", "l3"], by: "named" },
  ],
  [
    "a listener whose reason shows a filter",
    {
      type: listener,
      error: `Error adding/updating listener(s) l2: goo.gle/debugproto  \nname: "l1"\n: Proto constraint validation failed\n`,
      names: ["l1", "l2"],
    },
    { names: ["l2"], by: "named" },
  ],
  [
    "a cluster that breaks a constraint",
    {
      type: cluster,
      error: `goo.gle/debugstr \nname: "b1"\ntype: EDS\n: Proto constraint validation failed (ClusterValidationError.LoadAssignment: x | caused by y)`,
      names: ["a", "b1"],
    },
    { names: ["b1"], by: "named" },
  ],
  [
    "endpoints that break a constraint",
    {
      type: endpoint,
      error: `goo.gle/debugonly\t\ncluster_name: "outbound|80||a"\n: Proto constraint validation failed (x)`,
      names: ["outbound|80||a", "b"],
    },
    { names: ["outbound|80||a"], by: "named" },
  ],
  [
    "a name with quotes",
    { type: route, error: `goo.gle/debugstr\nname: "a\\"b"\n: Proto constraint`, names: ['a"b', "c"] },
    { names: ['a"b'], by: "named" },
  ],
  [
    "a route by its domains",
    {
      type: route,
      error: "Only unique values for domains are permitted. Duplicate entry of domain a.com in route r1",
      names: ["r", "r1"],
    },
    { names: ["r1"], by: "named" },
  ],
  [
    "nobody, but one was sent",
    { type: extension, error: "Error: filter config has type URL X but expect Y, Z.", names: ["e"] },
    { names: ["e"], by: "only" },
  ],
  ["nobody of many", { type: endpoint, error: badIp, names: ["a", "b"] }, { names: [], by: "unknown" }],
  [
    "a cluster of a route",
    { type: route, error: "route: unknown cluster 'r1'", names: ["r1", "r2"] },
    { names: [], by: "unknown" },
  ],
  [
    "a part of a resource",
    { type: route, error: 'goo.gle/debugstr\nname: "filter"\n: x', names: ["a", "b"] },
    { names: [], by: "unknown" },
  ],
  [
    "nothing readable",
    {
      type: cluster,
      error: 'Unable to unpack as envoy.config.cluster.v3.Cluster: goo.gle/debugstr\ntype_url: "x"',
      names: ["a", "b"],
    },
    { names: [], by: "unknown" },
  ],
  ["nothing, with nothing sent", { type: secret, error: "", names: [] }, { names: [], by: "unknown" }],
];

describe("a refusal is attributed", () => {
  for (const [name, rejection, attribution] of cases) {
    test(`where it names ${name}`, () => assert.deepEqual(attributeRejection(rejection), attribution));
  }
});
