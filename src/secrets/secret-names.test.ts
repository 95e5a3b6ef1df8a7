import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../api/index.ts";
import { secretNamesIn } from "./secret-names.ts";

const object = (spec: unknown) => ({ apiVersion: "v1", kind: "Any", metadata: { name: "x" }, spec }) as Resource;

const rows = [
  ["a gateway's server", { servers: [{ tls: { credentialName: "shop" } }] }, ["shop", "shop-cacert"]],
  [
    "several of one server",
    { servers: [{ tls: { credentialNames: ["a", "b"] } }] },
    ["a", "a-cacert", "b", "b-cacert"],
  ],
  ["a rule's subset", { subsets: [{ trafficPolicy: { tls: { credentialName: "c" } } }] }, ["c", "c-cacert"]],
  ["authorities alone", { tls: { credentialName: "shop-cacert" } }, ["shop-cacert", "shop", "shop-cacert-cacert"]],
  ["a listener of the Gateway API", { listeners: [{ tls: { certificateRefs: [{ name: "g" }] } }] }, ["g", "g-cacert"]],
  ["a patch", { patch: { value: { name: "kubernetes-gateway://ns/p" } } }, ["p", "p-cacert"]],
  ["an image", { imagePullSecret: "pull" }, ["pull", "pull-cacert"]],
  ["nothing", { host: "a", tls: { mode: "SIMPLE", credentialName: "" } }, []],
  ["what is no configuration", "text", []],
] as const;

describe("Secrets that an object refers to", () => {
  for (const [what, spec, names] of rows) {
    test(what, () => assert.deepEqual(secretNamesIn(object(spec)).toSorted(), names.toSorted()));
  }
});
