import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import type { KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { assertAccepted } from "./assert-accepted.ts";
import { type CallOptions, type PodMesh, podsNeed, startPods } from "./index.ts";
import { TokenIssuer } from "./token-issuer.ts";

const selector = { matchLabels: { app: "web" } };
const principal = (name: string) => `cluster.local/ns/default/sa/${name}`;
const from = (...names: readonly string[]) => ({ from: [{ source: { principals: names.map(principal) } }] });

function security(kind: string, name: string, spec: object, annotations: object = {}): KubeObject {
  const metadata = { name, namespace: "default", annotations };
  return { apiVersion: "security.istio.io/v1", kind, metadata, spec: { selector, ...spec } };
}

const policy = (action: string, ...rules: readonly object[]) =>
  security("AuthorizationPolicy", action.toLowerCase(), { action, rules });

describe("authorization in real pods", { skip: podsNeed(), timeout: 180_000 }, () => {
  const issuer = new TokenIssuer("https://issuer.example.com");
  const applied = new Set<KubeObject>();
  let mesh: PodMesh;

  before(async () => {
    mesh = await startPods({
      services: [
        {
          name: "web",
          ports: [
            { name: "http", port: 9080 },
            { name: "tcp", port: 7000 },
          ],
        },
      ],
      pods: [
        {
          name: "web",
          ports: [
            { number: 9080, protocol: "http" },
            { number: 7000, protocol: "tcp" },
          ],
        },
        { name: "alice" },
        { name: "bob" },
        { name: "outsider", proxy: "none" },
      ],
    });
    await statuses({ alice: 200, bob: 200, outsider: 200 });
  });
  after(() => mesh?.[Symbol.asyncDispose]());
  afterEach(async () => {
    await mesh.remove(...applied);
    applied.clear();
    await statuses({ alice: 200, bob: 200, outsider: 200 });
  });

  const apply = async (...objects: readonly KubeObject[]) => {
    for (const object of objects) applied.add(object);
    await mesh.apply(...objects);
  };
  const call = (pod: string, options: CallOptions & { readonly path?: string } = {}) => {
    const { path = "/", ...rest } = options;
    // Who has no proxy calls the pod itself, and cannot say who it is.
    const host = mesh.pod(pod).sidecar ? "web" : mesh.pod("web").facts.address;
    return mesh.pod(pod).get(`http://${host}:9080${path}`, rest);
  };
  /** Waits until calls of these pods are answered so. */
  const statuses = (expected: { readonly [pod: string]: number }, options: Parameters<typeof call>[1] = {}) =>
    eventually(async () => {
      const found = await Promise.all(
        Object.keys(expected).map(async (pod) => [pod, (await call(pod, options)).status] as const),
      );
      assert.deepEqual(Object.fromEntries(found), expected);
    });
  /** What the Envoy of the service counted. */
  const counted = async (name: string) =>
    [...(await mesh.pod("web").stats(`${name}$`)).values()].reduce((sum, each) => sum + each, 0);

  test("who is denied by its certificate is refused, others are not", async () => {
    const before = await counted("\\.rbac\\.denied");
    await apply(policy("DENY", from("bob")));
    await statuses({ alice: 200, bob: 403, outsider: 200 });
    await mesh.pod("web").seen({ forget: true });
    assert.equal((await call("bob")).text, "RBAC: access denied");
    assert.deepEqual(await mesh.pod("web").seen(), []);
    assert.ok((await counted("\\.rbac\\.denied")) > before);
  });

  test("where some are allowed, others are refused, and so are those who prove nothing", async () => {
    await apply(policy("ALLOW", from("alice")));
    await statuses({ alice: 200, bob: 403, outsider: 403 });
  });

  test("who is denied is refused though it is allowed", async () => {
    await apply(policy("ALLOW", from("alice", "bob")), policy("DENY", from("bob")));
    await statuses({ alice: 200, bob: 403, outsider: 403 });
  });

  test("a rule may be for some methods and paths only", async () => {
    await apply(policy("ALLOW", { ...from("alice"), to: [{ operation: { methods: ["GET"], paths: ["/open/*"] } }] }));
    await statuses({ alice: 200, bob: 403 }, { path: "/open/1" });
    await statuses({ alice: 403 }, { path: "/closed/1" });
    await statuses({ alice: 403 }, { path: "/open/1", method: "POST" });
  });

  test("a conversation over TCP is broken off where its caller is denied", async () => {
    const talk = async (pod: string) => (await mesh.pod(pod).converse("web", 7000, "hello", "hello")).heard;
    await apply(policy("DENY", { ...from("bob"), to: [{ operation: { ports: ["7000"] } }] }));
    await eventually(async () => assert.equal(await talk("bob"), ""));
    assert.match(await talk("alice"), /hello/);
    assert.equal((await call("bob")).status, 200);
  });

  test("a policy on trial counts whom it would refuse, and refuses nobody", async () => {
    const { spec } = policy("DENY", from("bob")) as KubeObject & { readonly spec: object };
    const before = await counted("shadow_denied");
    await apply(security("AuthorizationPolicy", "trial", spec, { "istio.io/dry-run": "true" }));
    await eventually(async () => {
      assert.equal((await call("bob")).status, 200);
      assert.ok((await counted("shadow_denied")) > before);
    });
  });

  describe("by token", () => {
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    const authentication = security("RequestAuthentication", "tokens", {
      jwtRules: [
        { issuer: issuer.name, jwks: issuer.keys, forwardOriginalToken: true, outputPayloadToHeader: "x-test-payload" },
      ],
    });

    test("a token that is not good is refused, none is fine, and a good one is read", async () => {
      await apply(authentication);
      const stranger = new TokenIssuer(issuer.name);
      await statuses({ alice: 401 }, bearer(stranger.issue({ sub: "eve" })));
      await statuses({ alice: 401 }, bearer(issuer.issue({ sub: "ann" }, 1_000_000_000)));
      await statuses({ alice: 401 }, bearer(new TokenIssuer("https://other.example.com").issue({})));
      await statuses({ alice: 200, outsider: 200 });
      const token = issuer.issue({ sub: "ann" });
      await eventually(async () => {
        const { status, echo } = await call("outsider", bearer(token));
        const payload = echo?.headers["x-test-payload"];
        assert.deepEqual([status, payload], [200, token.split(".")[1]]);
      });
      assert.ok((await counted("\\.jwt_authn\\.denied")) > 0);
    });

    test("who has no token, or lacks a claim, is refused where one is asked for", async () => {
      const requestPrincipals = [`${issuer.name}/ann`];
      await apply(
        authentication,
        policy("ALLOW", {
          from: [{ source: { requestPrincipals } }],
          when: [{ key: "request.auth.claims[groups]", values: ["staff"] }],
        }),
      );
      await statuses({ alice: 403, outsider: 403 });
      await statuses({ alice: 200, outsider: 200 }, bearer(issuer.issue({ sub: "ann", groups: ["guests", "staff"] })));
      await statuses({ alice: 403 }, bearer(issuer.issue({ sub: "ann", groups: ["guests"] })));
      await statuses({ alice: 403 }, bearer(issuer.issue({ sub: "ben", groups: ["staff"] })));
    });
  });

  test("no Envoy refused anything that it was sent", () => assertAccepted(mesh));
});
