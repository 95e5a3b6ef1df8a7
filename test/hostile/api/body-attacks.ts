import { mutate } from "../../../src/base/testing/mutate.ts";
import type { Random } from "../../../src/base/testing/random.ts";
import type { Attack } from "../arena.ts";
import { mutateBytes } from "../mutate-bytes.ts";
import { type ApiArena, assertAnswered, assertRefused } from "./api-arena.ts";

/** Objects that are good, each with the path where it is created. */
const good: readonly [readonly [string, object], ...(readonly [string, object])[]] = [
  [
    "/api/v1/namespaces/default/services",
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "x", labels: { a: "b" }, annotations: { c: "d" }, finalizers: ["e.io/f"] },
      spec: { type: "NodePort", selector: { app: "x" }, ports: [{ name: "http", port: 80, nodePort: 30001 }] },
    },
  ],
  [
    "/apis/networking.istio.io/v1/namespaces/default/virtualservices",
    {
      apiVersion: "networking.istio.io/v1",
      kind: "VirtualService",
      metadata: { name: "x" },
      spec: {
        hosts: ["x"],
        http: [
          { match: [{ uri: { prefix: "/" } }], route: [{ destination: { host: "x" }, weight: 1 }], timeout: "1s" },
        ],
      },
    },
  ],
  [
    "/apis/rbac.authorization.k8s.io/v1/clusterroles",
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: "x" },
      rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }],
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] },
    },
  ],
  [
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "xs.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { kind: "X", plural: "xs", singular: "x" },
        versions: [
          { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object", properties: {} } } },
        ],
      },
    },
  ],
  [
    "/apis/authorization.k8s.io/v1/subjectaccessreviews",
    {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: { user: "x", groups: ["y"], resourceAttributes: { verb: "get", resource: "pods", namespace: "z" } },
    },
  ],
  ["/api/v1/namespaces/default/serviceaccounts/default/token", { spec: { audiences: ["x"], expirationSeconds: 600 } }],
  ["/apis/authentication.k8s.io/v1/tokenreviews", { spec: { token: "x", audiences: ["y"] } }],
];

const json = { "content-type": "application/json" };
const patchTypes = [
  "application/merge-patch+json",
  "application/json-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
] as const;

/** Nothing of what is sent stays. */
const dry = (path: string) => `${path}?dryRun=All&fieldManager=x`;

const deep = (random: Random) => {
  const levels = 101 + random.below(20_000);
  const [open, close] = random.pick([["[", "]"] as const, ['{"a":', "}"] as const]);
  return `${open.repeat(levels)}${open === "[" ? "" : "1"}${random.chance(0.5) ? close.repeat(levels) : ""}`;
};

/** A list that YAML's aliases multiply without end. */
const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
  .split("")
  .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[i]}`)}]`)
  .join("\n")}\n`;

/** Bodies that are none, or not what they should be. */
export const bodyAttacks: readonly Attack<ApiArena>[] = [
  {
    name: "an object with something wrong in it",
    share: 350,
    async run(arena) {
      const { random } = arena;
      const [path, object] = random.pick(good);
      let body: unknown = object;
      for (let i = random.below(3); i >= 0; i--) body = mutate(body, random);
      const text = JSON.stringify(body) ?? "";
      assertAnswered(await arena.ask({ method: "POST", path: dry(path), headers: json, body: text }), text);
    },
  },
  {
    name: "bytes that were JSON, YAML or protobuf once",
    share: 150,
    async run(arena) {
      const { random } = arena;
      const [path, object] = random.pick(good);
      const bytes = mutateBytes(Buffer.from(JSON.stringify(object)), random);
      const prefix = Buffer.from("k8s\0");
      const type = random.pick(["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"]);
      const body = type.endsWith("protobuf") && random.chance(0.8) ? Buffer.concat([prefix, bytes]) : bytes;
      const answer = await arena.ask({ method: "POST", path: dry(path), headers: { "content-type": type }, body });
      assertAnswered(answer, `${type} ${body.toString("latin1").slice(0, 200)}`);
    },
  },
  {
    name: "patches that fit nothing",
    share: 120,
    async run(arena) {
      const { random } = arena;
      const path = "/api/v1/namespaces/default/configmaps/honest";
      const type = random.pick(patchTypes);
      const patch = [
        {
          op: random.pick(["add", "remove", "replace", "move", "copy", "test", "x"]),
          path: random.pick(["/data/x", "/-", "", "/metadata/labels/~2", "/metadata/name", "x"]),
          from: "/data",
          value: {},
        },
      ];
      const merged = { metadata: { labels: { $patch: "x" }, managedFields: [{}] }, data: { $retainKeys: [1] } };
      const body = JSON.stringify(mutate(type.includes("json-patch") ? patch : merged, random) ?? null);
      assertAnswered(
        await arena.ask({ method: "PATCH", path: dry(path), headers: { "content-type": type }, body }),
        body,
      );
    },
  },
  {
    name: "nesting without end",
    share: 30,
    async run(arena) {
      const { random } = arena;
      const body = deep(random);
      const type = random.pick(["application/json", "application/yaml"]);
      const request = { method: "POST", path: dry(good[0][0]), headers: { "content-type": type }, body };
      assertRefused(await arena.ask(request), `${type} of ${body.length} characters`);
    },
  },
  {
    name: "YAML that grows",
    share: 5,
    async run(arena) {
      const request = {
        method: "POST",
        path: dry(good[0][0]),
        headers: { "content-type": "application/yaml" },
        body: bomb,
      };
      assertRefused(await arena.ask(request), "a bomb");
    },
  },
  {
    name: "bodies that are too large, or say so",
    share: 10,
    async run(arena) {
      const { random } = arena;
      const path = dry(good[0][0]);
      if (random.chance(0.5)) {
        const headers = { ...json, "content-length": String(10 ** (7 + random.below(10))) };
        assertRefused(await arena.ask({ method: "POST", path, headers }), "a length");
        return;
      }
      const body = Buffer.alloc(3_200_000, "x");
      assertRefused(await arena.ask({ method: "POST", path, headers: json, body }), "a large body");
    },
  },
  {
    name: "content types that nobody takes",
    share: 40,
    async run(arena) {
      const { random } = arena;
      const type = random.pick([
        "text/html",
        "application/cbor",
        "multipart/form-data",
        "application/json-patch+json",
        "",
        "x",
        "\u00ff",
      ]);
      const body = JSON.stringify(good[0][1]);
      const answer = await arena.ask({
        method: "POST",
        path: dry(good[0][0]),
        headers: { "content-type": type },
        body,
      });
      assertAnswered(answer, `content type '${type}'`);
    },
  },
];
