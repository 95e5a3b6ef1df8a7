import { details } from "./api-script-details.ts";
import { map, paths, type Step, seen, service, step, types } from "./api-step.ts";

const { maps, services, deployments } = paths;
const { json, merge, strategic, apply, table, partial, partialList } = types;
const boats = "/apis/example.com/v1/namespaces/default/boats";

const deployment = (containers: readonly object[]) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers } },
  },
});
const applied = (data: object, more: object = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "applied" },
  data,
  ...more,
});
const boat = (name: string, spec: object) => ({
  apiVersion: "example.com/v1",
  kind: "Boat",
  metadata: { name },
  spec,
});

const objects: readonly Step[] = [
  step("create", "POST", maps, { body: map("a", { x: "1" }) }),
  step("create again", "POST", maps, { body: map("a") }),
  step("get", "GET", `${maps}/a`),
  step("get nothing", "GET", `${maps}/nothing`),
  {
    name: "replace",
    make: (answers) => ({
      method: "PUT",
      path: `${maps}/a`,
      body: map("a", { x: "2" }, { resourceVersion: seen(answers, "create").resourceVersion }),
    }),
  },
  {
    name: "replace a stale version",
    make: (answers) => ({
      method: "PUT",
      path: `${maps}/a`,
      body: map("a", { x: "3" }, { resourceVersion: seen(answers, "create").resourceVersion }),
    }),
  },
  step("replace whatever is there", "PUT", `${maps}/a`, { body: map("a", { x: "4" }) }),
  step("replace nothing", "PUT", `${maps}/nothing`, { body: map("nothing") }),
  step("replace with another name", "PUT", `${maps}/a`, { body: map("b") }),
  step("create with a generated name", "POST", maps, { body: map("", {}, { generateName: "gen-" }) }),
  step("create without a name", "POST", maps, { body: { apiVersion: "v1", kind: "ConfigMap", metadata: {} } }),
  step("create with a bad name", "POST", maps, { body: map("Not_A_Name") }),
  step("create with a bad label", "POST", maps, { body: map("bad-label", {}, { labels: { "a b": "c" } }) }),
  step("create of another kind", "POST", maps, { body: { ...map("k"), kind: "Secret" } }),
  step("create in another namespace", "POST", maps, { body: map("ns", {}, { namespace: "other" }) }),
  step("create with a wrong type", "POST", maps, { body: { ...map("wrong"), data: "text" } }),
  step("create from no JSON", "POST", maps, { body: "{" }),
  step("create from YAML", "POST", maps, {
    type: "application/yaml",
    body: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: yaml}\ndata: {a: b}\n",
  }),
  step("create of an unknown type", "POST", maps, { type: "application/xml", body: "<x/>" }),
  step("create with an unknown field", "POST", maps, { body: { ...map("unknown"), dta: {} } }),
  step("create with an unknown field, strictly", "POST", `${maps}?fieldValidation=Strict`, {
    body: { ...map("strict"), dta: {} },
  }),
  step("create with an unknown field, carelessly", "POST", `${maps}?fieldValidation=Ignore`, {
    body: { ...map("careless"), dta: {} },
  }),
  step("create with a wrong validation", "POST", `${maps}?fieldValidation=Perhaps`, { body: map("perhaps") }),
  step("try to create", "POST", `${maps}?dryRun=All`, { body: map("tried", { x: "1" }) }),
  step("get what was tried", "GET", `${maps}/tried`),
  step("try to replace", "PUT", `${maps}/a?dryRun=All`, { body: map("a", { x: "9" }) }),
  step("try to delete", "DELETE", `${maps}/a?dryRun=All`),
  step("get after trying", "GET", `${maps}/a`),
  step("try halfway", "POST", `${maps}?dryRun=Some`, { body: map("some") }),
  step("an unknown resource", "GET", "/api/v1/widgets"),
  step("an unknown group", "GET", "/apis/nothing.example.com/v1/widgets"),
  step("an unknown subresource", "GET", `${maps}/a/scale`),
  step("a method that does not fit", "PUT", maps, { body: {} }),
  step("a namespaced kind without a namespace", "POST", "/api/v1/configmaps", { body: map("none") }),
];

const patches: readonly Step[] = [
  step("patch by merge", "PATCH", `${maps}/a`, { type: merge, body: { data: { x: null, y: "1" } } }),
  step("patch by merge, to no change", "PATCH", `${maps}/a`, { type: merge, body: { data: { y: "1" } } }),
  step("patch by JSON", "PATCH", `${maps}/a`, {
    type: json,
    body: [
      { op: "add", path: "/data/z", value: "1" },
      { op: "test", path: "/data/y", value: "1" },
    ],
  }),
  step("patch by JSON what is not there", "PATCH", `${maps}/a`, {
    type: json,
    body: [{ op: "remove", path: "/data/q" }],
  }),
  step("patch by JSON with a test that fails", "PATCH", `${maps}/a`, {
    type: json,
    body: [{ op: "test", path: "/data/y", value: "2" }],
  }),
  step("patch by JSON that is no list", "PATCH", `${maps}/a`, { type: json, body: {} }),
  step("patch strategically", "PATCH", `${maps}/a`, { type: strategic, body: { metadata: { labels: { l: "1" } } } }),
  step("patch nothing", "PATCH", `${maps}/nothing`, { type: merge, body: {} }),
  step("patch of an unknown type", "PATCH", `${maps}/a`, { type: "application/json", body: {} }),
  step("patch of a version that is gone", "PATCH", `${maps}/a`, {
    type: merge,
    body: { metadata: { resourceVersion: "1" }, data: { x: "5" } },
  }),
  step("patch with force", "PATCH", `${maps}/a?force=true`, { type: merge, body: {} }),
  step("patch to another name", "PATCH", `${maps}/a`, { type: merge, body: { metadata: { name: "b" } } }),
  step("create a service", "POST", services, { body: service([{ name: "http", port: 80 }]) }),
  step("patch a service's ports strategically", "PATCH", `${services}/web`, {
    type: strategic,
    body: { spec: { ports: [{ name: "grpc", port: 81 }] } },
  }),
  step("patch a port out of a service", "PATCH", `${services}/web`, {
    type: strategic,
    body: { spec: { ports: [{ port: 80, $patch: "delete" }] } },
  }),
  step("patch a service's selector by replacement", "PATCH", `${services}/web`, {
    type: strategic,
    body: { spec: { selector: { $patch: "replace", tier: "front" } } },
  }),
  step("a service without ports", "POST", services, { body: { ...service([]), metadata: { name: "none" } } }),
  step("create a deployment", "POST", deployments, { body: deployment([{ name: "main", image: "i:1" }]) }),
  step("patch a container in", "PATCH", `${deployments}/web`, {
    type: strategic,
    body: { spec: { template: { spec: { containers: [{ name: "side", image: "s:1" }] } } } },
  }),
  step("patch a container's order", "PATCH", `${deployments}/web`, {
    type: strategic,
    body: {
      spec: {
        template: {
          spec: {
            "$setElementOrder/containers": [{ name: "main" }, { name: "side" }],
            containers: [{ name: "main", image: "i:2" }],
          },
        },
      },
    },
  }),
  step("patch a status", "PATCH", `${deployments}/web/status`, {
    type: merge,
    body: { status: { replicas: 1, observedGeneration: 1 }, spec: { replicas: 7 } },
  }),
  step("get the deployment", "GET", `${deployments}/web`),
];

const applying: readonly Step[] = [
  step("apply", "PATCH", `${maps}/applied?fieldManager=one`, { type: apply, body: applied({ a: "1", b: "1" }) }),
  step("apply again", "PATCH", `${maps}/applied?fieldManager=one`, { type: apply, body: applied({ a: "1", b: "1" }) }),
  step("apply a conflict", "PATCH", `${maps}/applied?fieldManager=two`, {
    type: apply,
    body: applied({ a: "2", c: "1" }),
  }),
  step("apply by force", "PATCH", `${maps}/applied?fieldManager=two&force=true`, {
    type: apply,
    body: applied({ a: "2", c: "1" }),
  }),
  step("apply the same as another", "PATCH", `${maps}/applied?fieldManager=three`, {
    type: apply,
    body: applied({ c: "1" }),
  }),
  step("apply less", "PATCH", `${maps}/applied?fieldManager=one`, { type: apply, body: applied({}) }),
  step("apply less than another has", "PATCH", `${maps}/applied?fieldManager=two`, {
    type: apply,
    body: applied({ a: "2" }),
  }),
  step("update what is applied", "PATCH", `${maps}/applied?fieldManager=editor`, {
    type: merge,
    body: { data: { a: "3" } },
  }),
  step("apply against an update", "PATCH", `${maps}/applied?fieldManager=two`, {
    type: apply,
    body: applied({ a: "2" }),
  }),
  step("apply without a manager", "PATCH", `${maps}/applied`, { type: apply, body: applied({}) }),
  step("apply with managed fields", "PATCH", `${maps}/applied?fieldManager=one`, {
    type: apply,
    body: applied({}, { metadata: { name: "applied", managedFields: [{ manager: "x" }] } }),
  }),
  step("apply another kind", "PATCH", `${maps}/applied?fieldManager=one`, {
    type: apply,
    body: { apiVersion: "v1", kind: "Secret", metadata: { name: "applied" } },
  }),
  step("apply a service", "PATCH", `${services}/ssa?fieldManager=one`, {
    type: apply,
    body: { ...service([{ name: "a", port: 80 }]), metadata: { name: "ssa" } },
  }),
  step("apply a service's other port", "PATCH", `${services}/ssa?fieldManager=two`, {
    type: apply,
    body: { apiVersion: "v1", kind: "Service", metadata: { name: "ssa" }, spec: { ports: [{ name: "b", port: 81 }] } },
  }),
  step("apply a service's first port away", "PATCH", `${services}/ssa?fieldManager=one`, {
    type: apply,
    body: { apiVersion: "v1", kind: "Service", metadata: { name: "ssa" }, spec: { selector: { app: "web" } } },
  }),
  step("forget who owns what", "PATCH", `${maps}/applied`, {
    type: merge,
    body: { metadata: { managedFields: [{}] } },
  }),
];

const lists: readonly Step[] = [
  step("delete a collection by label", "DELETE", `${maps}?labelSelector=l%3D1`),
  ...["p1", "p2", "p3"].map((name) =>
    step(`create ${name}`, "POST", maps, { body: map(name, {}, { labels: { page: "yes" } }) }),
  ),
  step("list by label", "GET", `${maps}?labelSelector=page%3Dyes`),
  step("list by labels in words", "GET", `${maps}?labelSelector=page+in+%28yes%2Cno%29%2C%21other`),
  step("list by a bad label", "GET", `${maps}?labelSelector=%3D%3D`),
  step("list by name", "GET", `${maps}?fieldSelector=metadata.name%3Dp2`),
  step("list by an unknown field", "GET", `${maps}?fieldSelector=data.x%3D1`),
  step("list by clusterIP", "GET", `${services}?fieldSelector=spec.clusterIP%3DNone`),
  step("list a page", "GET", `${maps}?labelSelector=page%3Dyes&limit=2`),
  {
    name: "list the next page",
    make: (answers) => ({
      method: "GET",
      path: `${maps}?labelSelector=page%3Dyes&limit=2&continue=${encodeURIComponent(seen(answers, "list a page").continue ?? "")}`,
    }),
  },
  step("list with a bad token", "GET", `${maps}?continue=nonsense`),
  step("list with a match but no version", "GET", `${maps}?resourceVersionMatch=Exact`),
  step("list as a table", "GET", `${maps}?labelSelector=page%3Dyes`, { accept: table }),
  step("get as a table", "GET", `${services}/web`, { accept: table }),
  step("list metadata", "GET", `${maps}?labelSelector=page%3Dyes`, { accept: partialList }),
  step("get metadata", "GET", `${maps}/p1`, { accept: partial }),
  step("ask for what cannot be made", "GET", `${maps}/p1`, { accept: "text/html" }),
  {
    name: "watch from a version",
    make: (answers) => ({
      method: "GET",
      path: `${maps}?watch=true&timeoutSeconds=1&labelSelector=page&resourceVersion=${seen(answers, "create p1").resourceVersion}`,
    }),
  },
  step("watch from the start", "GET", `${maps}?watch=true&timeoutSeconds=1&labelSelector=page`),
  step(
    "watch with a streamed list",
    "GET",
    `${maps}?watch=true&timeoutSeconds=1&labelSelector=page&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
  ),
  step("watch with half a streamed list", "GET", `${maps}?watch=true&timeoutSeconds=1&sendInitialEvents=true`),
  step("watch from no version", "GET", `${maps}?watch=true&timeoutSeconds=1&resourceVersion=abc`),
  step("watch metadata", "GET", `${maps}?watch=true&timeoutSeconds=1&labelSelector=page`, { accept: partial }),
  {
    name: "delete another incarnation",
    make: () => ({ method: "DELETE", path: `${maps}/p1`, body: { preconditions: { uid: "other" } } }),
  },
  step("delete with a wrong policy", "DELETE", `${maps}/p1?propagationPolicy=Perhaps`),
  step("delete", "DELETE", `${maps}/p1`),
  step("delete again", "DELETE", `${maps}/p1`),
  step("create with a finalizer", "POST", maps, { body: map("held", {}, { finalizers: ["example.com/hold"] }) }),
  step("delete what is held", "DELETE", `${maps}/held`),
  step("add a finalizer to what is going", "PATCH", `${maps}/held`, {
    type: merge,
    body: { metadata: { finalizers: ["example.com/hold", "example.com/more"] } },
  }),
  step("let go", "PATCH", `${maps}/held`, { type: merge, body: { metadata: { finalizers: null } } }),
  step("get what was let go", "GET", `${maps}/held`),
];

/** A kind of the script's own. */
export const boatDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "boats.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind: "Boat", plural: "boats", singular: "boat", shortNames: ["bo"] },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        selectableFields: [{ jsonPath: ".spec.name" }],
        additionalPrinterColumns: [{ name: "Sails", type: "integer", jsonPath: ".spec.sails" }],
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                required: ["sails"],
                properties: {
                  sails: { type: "integer", minimum: 1 },
                  name: { type: "string", default: "Anna" },
                  crew: {
                    type: "array",
                    "x-kubernetes-list-type": "map",
                    "x-kubernetes-list-map-keys": ["name"],
                    items: {
                      type: "object",
                      required: ["name"],
                      properties: { name: { type: "string" }, rank: { type: "string" } },
                    },
                  },
                },
                "x-kubernetes-validations": [{ rule: "self.sails < 10", message: "too many sails" }],
              },
              status: { type: "object", properties: { afloat: { type: "boolean" } } },
            },
          },
        },
      },
    ],
  },
};

const custom: readonly Step[] = [
  step("create a boat", "POST", boats, { body: boat("b", { sails: 3 }) }),
  step("create a boat without sails", "POST", boats, { body: boat("c", {}) }),
  step("create a boat with too many sails", "POST", boats, { body: boat("c", { sails: 12 }) }),
  step("create a boat with a wrong type", "POST", boats, { body: boat("c", { sails: "three" }) }),
  step("create a boat with an unknown field", "POST", boats, { body: boat("d", { sails: 1, oars: 2 }) }),
  step("patch a boat strategically", "PATCH", `${boats}/b`, { type: strategic, body: {} }),
  step("patch a boat's status", "PATCH", `${boats}/b/status`, {
    type: merge,
    body: { status: { afloat: true }, spec: { sails: 9 } },
  }),
  step("get the boat", "GET", `${boats}/b`),
  step("list boats by name", "GET", `${boats}?fieldSelector=spec.name%3DAnna`),
  step("list boats as a table", "GET", boats, { accept: table }),
  step("apply a crew", "PATCH", `${boats}/b?fieldManager=one`, {
    type: apply,
    body: { ...boat("b", { crew: [{ name: "x", rank: "1" }] }) },
  }),
  step("apply more crew", "PATCH", `${boats}/b?fieldManager=two`, {
    type: apply,
    body: { ...boat("b", { crew: [{ name: "y", rank: "2" }] }) },
  }),
  step("apply a crew away", "PATCH", `${boats}/b?fieldManager=one`, { type: apply, body: { ...boat("b", {}) } }),
  step("delete all boats", "DELETE", boats),
  step("list no boats", "GET", boats),
];

/** The whole script, in its order. */
export const apiScript: readonly Step[] = [...objects, ...patches, ...applying, ...lists, ...custom, ...details];
