import { map, paths, type Step, seen, service, step, types } from "./api-step.ts";

const { core, maps, services, secrets, deployments } = paths;
const { merge, apply, table, partialList } = types;
const events = "/apis/events.k8s.io/v1/namespaces/default/events";
const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
const slices = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";

/** A body as text, so that it can say things twice. */
const twice = (name: string, more: string) =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"},${more}}`;
const yamlTwice = (name: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  a: "1"\n  b: "2"\n  a: "3"\n`;
const yaml = "application/yaml";

const repeats: readonly Step[] = [
  step("a field twice", "POST", maps, { body: twice("t1", '"data":{"a":"1","b":"2","a":"3"}') }),
  step("a field twice, strictly", "POST", `${maps}?fieldValidation=Strict`, {
    body: twice("t2", '"data":{"a":"1","a":"3"},"data":{"c":"1"}'),
  }),
  step("a field twice, carelessly", "POST", `${maps}?fieldValidation=Ignore`, {
    body: twice("t3", '"data":{"a":"1","a":"3"}'),
  }),
  step("a field twice in an item, strictly", "POST", `${services}?fieldValidation=Strict`, {
    body: '{"apiVersion":"v1","kind":"Service","metadata":{"name":"t"},"spec":{"ports":[{"port":1,"port":2,"prt":3}]}}',
  }),
  step("a field twice in a patch", "PATCH", `${maps}/t1`, { type: merge, body: '{"data":{"x":"1","x":"2"}}' }),
  step("a field twice in a patch, strictly", "PATCH", `${maps}/t1?fieldValidation=Strict`, {
    type: merge,
    body: '{"data":{"x":"1","x":"2"}}',
  }),
  step("a key twice in YAML", "POST", maps, { type: yaml, body: yamlTwice("t4") }),
  step("a key twice in YAML, strictly", "POST", `${maps}?fieldValidation=Strict`, {
    type: yaml,
    body: yamlTwice("t5"),
  }),
  step("apply a key twice", "PATCH", `${maps}/t6?fieldManager=one`, { type: apply, body: yamlTwice("t6") }),
  step("apply a key twice, strictly", "PATCH", `${maps}/t7?fieldManager=one&fieldValidation=Strict`, {
    type: apply,
    body: yamlTwice("t7"),
  }),
];

const event = (name: string, more: object = {}) => ({
  apiVersion: "events.k8s.io/v1",
  kind: "Event",
  metadata: { name },
  eventTime: "2026-01-01T00:00:00.000001Z",
  reportingController: "example.com/script",
  reportingInstance: "one",
  action: "Trying",
  reason: "Tried",
  type: "Normal",
  regarding: { kind: "ConfigMap", namespace: "default", name: "a" },
  note: "it was tried",
  ...more,
});

const eventSteps: readonly Step[] = [
  step("create an event", "POST", events, { body: event("e1") }),
  step("get the event in its old form", "GET", `${core}/events/e1`),
  step("create an event without a reporter", "POST", events, { body: event("e2", { reportingController: "" }) }),
  step("create an event of another namespace", "POST", events, {
    body: event("e3", { regarding: { kind: "Pod", namespace: "other", name: "a" } }),
  }),
  step("count the event up", "PATCH", `${events}/e1`, {
    type: merge,
    body: { series: { count: 2, lastObservedTime: "2026-01-01T00:00:01.000000Z" } },
  }),
  step("change the event's reason", "PATCH", `${events}/e1`, { type: merge, body: { reason: "Other" } }),
  step("create an old event", "POST", `${core}/events`, {
    body: {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: "e4" },
      involvedObject: { kind: "ConfigMap", namespace: "default", name: "a" },
      reason: "Tried",
      message: "it was tried",
      source: { component: "script" },
      firstTimestamp: "2026-01-01T00:00:00Z",
      lastTimestamp: "2026-01-01T00:00:00Z",
      count: 1,
      type: "Normal",
    },
  }),
  step("get the old event in its new form", "GET", `${events}/e4`),
  step("list events by what they are of", "GET", `${core}/events?fieldSelector=involvedObject.name%3Da,type%3DNormal`),
  step("delete events by reason", "DELETE", `${core}/events?fieldSelector=reason%3DTried`),
];

const versioned = (name: string, query: (version: string) => string, of = "create p2"): Step => ({
  name,
  make: (answers) => ({
    method: "GET",
    path: `${maps}?labelSelector=page&${query(seen(answers, of).resourceVersion)}`,
  }),
});

const versions: readonly Step[] = [
  versioned("list exactly", (version) => `resourceVersion=${version}&resourceVersionMatch=Exact`),
  versioned("list nothing older", (version) => `resourceVersion=${version}&resourceVersionMatch=NotOlderThan`),
  versioned("list at least", (version) => `resourceVersion=${version}`),
  step("list anything", "GET", `${maps}?labelSelector=page&resourceVersion=0`),
  step("list anything exactly", "GET", `${maps}?resourceVersion=0&resourceVersionMatch=Exact`),
  step("list by a match that is none", "GET", `${maps}?resourceVersion=1&resourceVersionMatch=Perhaps`),
  step("list from no version", "GET", `${maps}?resourceVersion=abc`),
  step("list what is still to come", "GET", `${maps}?resourceVersion=99999999`),
  versioned(
    "list a page exactly",
    (version) => `limit=1&resourceVersion=${version}&resourceVersionMatch=Exact`,
    "create p3",
  ),
  {
    name: "list the next page at a version",
    make: (answers) => ({
      method: "GET",
      path: `${maps}?limit=1&resourceVersion=1&continue=${encodeURIComponent(seen(answers, "list a page exactly").continue ?? "")}`,
    }),
  },
  {
    name: "list the next page with a match",
    make: (answers) => ({
      method: "GET",
      path: `${maps}?limit=1&resourceVersionMatch=Exact&continue=${encodeURIComponent(seen(answers, "list a page exactly").continue ?? "")}`,
    }),
  },
  step("list with a limit that is none", "GET", `${maps}?limit=abc`),
  step("list with a limit below nothing", "GET", `${maps}?labelSelector=page&limit=-1`),
  step("list metadata of deployments", "GET", deployments, { accept: partialList }),
  step("get one at a version still to come", "GET", `${maps}/p2?resourceVersion=99999999`),
  // The etcd beside the real server tells its watches of changes of their own kind only.
  step("create before watching", "POST", maps, { body: map("watched", {}, { labels: { watched: "yes" } }) }),
  step("watch one by name", "GET", `${maps}?watch=true&timeoutSeconds=1&fieldSelector=metadata.name%3Dp2`),
  step("create before watching a table", "POST", maps, { body: map("w2", {}, { labels: { watched: "yes" } }) }),
  step(
    "watch all namespaces as a table",
    "GET",
    "/api/v1/configmaps?watch=true&timeoutSeconds=1&labelSelector=watched",
    {
      accept: table,
    },
  ),
  step("watch with a time that is none", "GET", `${maps}?watch=true&timeoutSeconds=abc`),
];

const owner = (name: string, more: object = {}) => ({ apiVersion: "v1", kind: "ConfigMap", name, uid: "u", ...more });

const metadata: readonly Step[] = [
  step("a name and a generated name", "POST", maps, { body: map("both", {}, { generateName: "gen-" }) }),
  step("a long generated name", "POST", maps, { body: map("", {}, { generateName: "l".repeat(250) }) }),
  step("a long name", "POST", maps, { body: map("l".repeat(254)) }),
  step("a finalizer that is none", "POST", maps, { body: map("f", {}, { finalizers: ["no name"] }) }),
  step("a finalizer without a domain", "POST", maps, { body: map("g", {}, { finalizers: ["plain"] }) }),
  step("an owner without a uid", "POST", maps, { body: map("o", {}, { ownerReferences: [owner("a", { uid: "" })] }) }),
  step("an owner without a name", "POST", maps, { body: map("q", {}, { ownerReferences: [owner("")] }) }),
  step("two owners in control", "POST", maps, {
    body: map(
      "o",
      {},
      {
        ownerReferences: [owner("a", { controller: true }), owner("b", { uid: "v", controller: true })],
      },
    ),
  }),
  {
    name: "an owner that blocks",
    make: (answers) => ({
      method: "POST",
      path: maps,
      body: map(
        "owned",
        {},
        {
          ownerReferences: [owner("p2", { uid: seen(answers, "create p2").uid, blockOwnerDeletion: true })],
        },
      ),
    }),
  },
  step("an annotation that is too large", "POST", maps, {
    body: map("big", {}, { annotations: { a: "x".repeat(262_145) } }),
  }),
  step("an annotation without a name", "POST", maps, { body: map("odd", {}, { annotations: { "": "x" } }) }),
  step("a uid and a time of one's own", "POST", maps, {
    body: map("own", {}, { uid: "mine", creationTimestamp: "2020-01-01T00:00:00Z", generation: 7 }),
  }),
  step("another uid", "PUT", `${maps}/own`, { body: map("own", {}, { uid: "another" }) }),
  step("a deletion time of one's own", "PATCH", `${maps}/own`, {
    type: merge,
    body: { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 5 } },
  }),
  step("a body with another namespace", "PUT", `${maps}/own`, { body: map("own", {}, { namespace: "kube-system" }) }),
  step("create with a version", "POST", maps, { body: map("v", {}, { resourceVersion: "7" }) }),
];

const deployment = (image: string, app: string) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "fixed" },
  spec: {
    selector: { matchLabels: { app } },
    template: { metadata: { labels: { app } }, spec: { containers: [{ name: "c", image }] } },
  },
});

const fixed: readonly Step[] = [
  step("a fixed map", "POST", maps, { body: { ...map("fixed", { a: "1" }), immutable: true } }),
  step("change a fixed map", "PATCH", `${maps}/fixed`, { type: merge, body: { data: { a: "2" } } }),
  step("loosen a fixed map", "PATCH", `${maps}/fixed`, { type: merge, body: { immutable: false } }),
  step("label a fixed map", "PATCH", `${maps}/fixed`, { type: merge, body: { metadata: { labels: { a: "b" } } } }),
  step("a fixed secret", "POST", secrets, {
    body: { apiVersion: "v1", kind: "Secret", metadata: { name: "fixed" }, immutable: true, stringData: { a: "1" } },
  }),
  step("change a fixed secret", "PATCH", `${secrets}/fixed`, { type: merge, body: { stringData: { a: "2" } } }),
  step("change a secret's type", "PATCH", `${secrets}/fixed`, { type: merge, body: { type: "other" } }),
  step("a secret of TLS without a key", "POST", secrets, {
    body: { apiVersion: "v1", kind: "Secret", metadata: { name: "tls" }, type: "kubernetes.io/tls", data: {} },
  }),
  step("a secret of bad base64", "POST", secrets, {
    body: { apiVersion: "v1", kind: "Secret", metadata: { name: "b" }, data: { a: "%%%" } },
  }),
  step("a token's secret of nobody named", "POST", secrets, {
    body: { apiVersion: "v1", kind: "Secret", metadata: { name: "t" }, type: "kubernetes.io/service-account-token" },
  }),
  step("a service to change", "POST", services, {
    body: { ...service([{ port: 80 }], { clusterIP: "10.96.0.77" }), metadata: { name: "fixed" } },
  }),
  step("change a service's address", "PATCH", `${services}/fixed`, {
    type: merge,
    body: { spec: { clusterIP: "10.96.0.78", clusterIPs: ["10.96.0.78"] } },
  }),
  step("take a service's address away", "PATCH", `${services}/fixed`, {
    type: merge,
    body: { spec: { clusterIP: null, clusterIPs: null } },
  }),
  step("make a service headless", "PATCH", `${services}/fixed`, { type: merge, body: { spec: { clusterIP: "None" } } }),
  step("make a service an alias", "PATCH", `${services}/fixed`, {
    type: merge,
    body: { spec: { type: "ExternalName", externalName: "a.example.com", clusterIP: null, clusterIPs: null } },
  }),
  step("an address that is taken", "POST", services, {
    body: { ...service([{ port: 80 }], { clusterIP: "10.96.0.79" }), metadata: { name: "first" } },
  }),
  step("an address that is taken, again", "POST", services, {
    body: { ...service([{ port: 80 }], { clusterIP: "10.96.0.79" }), metadata: { name: "second" } },
  }),
  step("a port twice", "POST", services, {
    body: {
      ...service([
        { name: "a", port: 80 },
        { name: "b", port: 80 },
      ]),
      metadata: { name: "ports" },
    },
  }),
  step("a deployment to change", "POST", deployments, { body: deployment("i:1", "fixed") }),
  step("change a deployment's selector", "PUT", `${deployments}/fixed`, { body: deployment("i:1", "other") }),
];

const statuses: readonly Step[] = [
  step("get a status", "GET", `${deployments}/fixed/status`),
  {
    name: "put a status",
    make: (answers) => ({
      method: "PUT",
      path: `${deployments}/fixed/status`,
      body: {
        ...deployment("i:9", "fixed"),
        metadata: {
          name: "fixed",
          resourceVersion: seen(answers, "a deployment to change").resourceVersion,
          labels: { a: "b" },
        },
        status: { replicas: 2, readyReplicas: 1 },
      },
    }),
  },
  step("apply a status", "PATCH", `${deployments}/fixed/status?fieldManager=one`, {
    type: apply,
    body: { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "fixed" }, status: { availableReplicas: 1 } },
  }),
  step("a status of what has none", "PATCH", `${maps}/fixed/status`, { type: merge, body: { status: {} } }),
  step("a service's status", "PATCH", `${services}/first/status`, {
    type: merge,
    body: { status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] } }, spec: { type: "LoadBalancer" } },
  }),
  step("a status with the object", "POST", deployments, {
    body: { ...deployment("i", "more"), metadata: { name: "more" }, status: { replicas: 7 } },
  }),
  step("delete a status", "DELETE", `${deployments}/fixed/status`),
];

const others: readonly Step[] = [
  step("create a lease", "POST", leases, {
    body: {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "l" },
      spec: { holderIdentity: "one", leaseDurationSeconds: 15, renewTime: "2026-01-01T00:00:00.000000Z" },
    },
  }),
  step("renew the lease", "PATCH", `${leases}/l`, {
    type: merge,
    body: { spec: { renewTime: "2026-01-01T00:00:10.500000Z" } },
  }),
  step("a lease without time", "PATCH", `${leases}/l`, { type: merge, body: { spec: { leaseDurationSeconds: 0 } } }),
  step("create endpoints by hand", "POST", `${core}/endpoints`, {
    body: {
      apiVersion: "v1",
      kind: "Endpoints",
      metadata: { name: "nobody" },
      subsets: [{ addresses: [{ ip: "192.0.2.1" }], ports: [{ port: 80 }] }],
    },
  }),
  step("create a slice", "POST", slices, {
    body: {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name: "s" },
      addressType: "IPv4",
      endpoints: [{ addresses: ["192.0.2.1"] }],
      ports: [{ port: 80 }],
    },
  }),
  step("change a slice's family", "PATCH", `${slices}/s`, { type: merge, body: { addressType: "IPv6" } }),
  step("who one is", "POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", {
    body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
  }),
  step("whether one may", "POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
    body: { spec: { resourceAttributes: { verb: "get", resource: "pods", namespace: "default" } } },
  }),
  step("whether one may nothing", "POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
    body: { spec: {} },
  }),
  step("an account", "POST", `${core}/serviceaccounts`, {
    body: { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "robot" } },
  }),
  step("a token that is too short", "POST", `${core}/serviceaccounts/robot/token`, {
    body: { spec: { expirationSeconds: 5 } },
  }),
  step("a token of nobody", "POST", `${core}/serviceaccounts/nobody/token`, { body: { spec: {} } }),
  step("try to delete a collection", "DELETE", `${maps}?labelSelector=page&dryRun=All`),
  step("delete a collection by name", "DELETE", `${maps}?fieldSelector=metadata.name%3Dp3`),
  step("delete a collection by a bad label", "DELETE", `${maps}?labelSelector=%3D%3D`),
  step("what is left", "GET", `${maps}?labelSelector=page`),
  step("a resource list", "GET", "/apis/discovery.k8s.io/v1"),
  step("the versions of a group", "GET", "/apis/coordination.k8s.io"),
  step("health", "GET", "/healthz"),
  step("a path that is none", "GET", "/api/v2/pods"),
];

/** Where real clients tread besides the main paths. */
export const details: readonly Step[] = [
  ...repeats,
  ...eventSteps,
  ...versions,
  ...metadata,
  ...fixed,
  ...statuses,
  ...others,
];
