import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { caseNames, caseObjects, nodeIdentity, skipReason, world } from "../../../test/golden/istiod-xds.ts";
import { keyOf } from "../../api/index.ts";
import { isObject } from "../../base/json.ts";
import { parseProxy } from "../../core/index.ts";
import { buildSnapshot, meshSettings } from "../../mesh/index.ts";
import { Registry, registrySettings } from "../../registry/index.ts";
import { loadEnvoyCodec } from "../envoy-codec.ts";
import { resourceMessages } from "../resource-messages.ts";
import { type Translation, translate } from "../translate.ts";
import { viewOf } from "../view.ts";
import { grpcRefusals } from "./testing/grpc-refusals.ts";

/** What a gRPC program in the place of one of the nodes is sent. */
function translateForGrpc(name: string, node: "client" | "server"): Translation {
  const resources = [...world(), ...caseObjects(name)];
  const settings = meshSettings({});
  const registry = new Registry({ settings: registrySettings(settings.config) });
  registry.apply(resources.map((after) => ({ key: keyOf(after), after })));
  const identity = nodeIdentity(name, node);
  const metadata = { ...(isObject(identity.metadata) ? identity.metadata : {}), GENERATOR: "grpc" };
  const snapshot = buildSnapshot({ settings, registry: registry.snapshot, resources, now: 0 });
  return translate(viewOf(snapshot, parseProxy({ ...identity, metadata })));
}

suite("what gRPC programs are sent", { skip: skipReason }, () => {
  const codec = loadEnvoyCodec();
  for (const name of caseNames()) {
    test(`would be accepted: ${name}`, () => {
      for (const node of ["client", "server"] as const) {
        const translation = translateForGrpc(name, node);
        assert.deepEqual(translation.failures, []);
        assert.deepEqual(grpcRefusals(translation), []);
        const called = translation.listeners.filter(({ message }) => message.apiListener);
        assert.equal(translation.routes.length, called.length);
        for (const { message } of translation.clusters) codec.encode(resourceMessages.clusters, message);
        for (const { message } of translation.endpoints) codec.encode(resourceMessages.endpoints, message);
        for (const { message } of translation.listeners) codec.encode(resourceMessages.listeners, message);
        for (const { message } of translation.routes) codec.encode(resourceMessages.routes, message);
      }
    });
  }
});
