import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../../api/index.ts";
import { remoteClaims } from "./remote-claims.ts";

const secret = (name: string, data: unknown, creationTimestamp = "2026-01-01T00:00:00Z"): Resource =>
  ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { namespace: "istio-system", name, creationTimestamp },
    data,
  }) as never;

const encoded = (text: string) => Buffer.from(text).toString("base64");

describe("Secrets of remote clusters", () => {
  test("have a kubeconfig for each cluster that they name", () => {
    const { claims, problems } = remoteClaims([secret("s", { west: encoded("W"), north: encoded("N") })], "east");
    assert.deepEqual(problems, []);
    assert.deepEqual(
      [...claims.values()],
      [
        { cluster: "west", secret: "istio-system/s", kubeconfig: "W" },
        { cluster: "north", secret: "istio-system/s", kubeconfig: "N" },
      ],
    );
  });

  test("count from the oldest on where several name one cluster, in whichever order they come", () => {
    const old = secret("z", { west: encoded("old") }, "2025-01-01T00:00:00Z");
    const young = secret("a", { west: encoded("young") });
    const twin = secret("b", { west: encoded("twin") });
    for (const order of [
      [old, young, twin],
      [twin, young, old],
    ]) {
      const { claims, problems } = remoteClaims(order, "east");
      assert.equal(claims.get("west")?.kubeconfig, "old");
      assert.deepEqual(
        problems.map(({ secret: name }) => name),
        ["istio-system/a", "istio-system/b"],
      );
      assert.match(problems[0]?.message ?? "", /names already: istio-system\/z$/);
    }
    assert.equal(remoteClaims([twin, young], "east").claims.get("west")?.kubeconfig, "young");
  });

  test("do not count for the own cluster, nor where they hold no text", () => {
    const { claims, problems } = remoteClaims(
      [secret("s", { east: encoded("E"), west: 7, north: "" }), secret("t", undefined), secret("u", {})],
      "east",
    );
    assert.equal(claims.size, 0);
    assert.deepEqual(
      problems.map(({ cluster, message }) => [cluster, message]),
      [
        ["east", "must not be this cluster itself, which is known already"],
        ["west", "must be a kubeconfig"],
        ["north", "must be a kubeconfig"],
        ["", "must have a kubeconfig under the name of a cluster"],
        ["", "must have a kubeconfig under the name of a cluster"],
      ],
    );
  });
});
