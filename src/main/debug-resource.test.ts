import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { xdsResource, xdsTypes } from "../deliver/index.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { readResource } from "./debug-resource.ts";

const codec = loadEnvoyCodec();
const inline = (text: string) => ({ inlineBytes: Buffer.from(text).toString("base64") });

describe("a resource that is shown", () => {
  test("is as it was sent", () => {
    const bytes = codec.encode("envoy.config.cluster.v3.Cluster", { name: "a", type: "EDS" });
    const resource = readResource(codec, xdsResource(xdsTypes.cluster, "a", bytes));
    assert.deepEqual(resource, { "@type": xdsTypes.cluster, name: "a", type: "EDS" });
  });

  test("has no secret in it, and can be encoded again", () => {
    const name = "envoy.extensions.transport_sockets.tls.v3.Secret";
    const read = (secret: object) =>
      readResource(codec, xdsResource(xdsTypes.secret, "s", codec.encode(name, { name: "s", ...secret })));
    const { "@type": _, ...shown } = read({
      tlsCertificate: { certificateChain: inline("chain"), privateKey: inline("KEY"), password: inline("KEY") },
    });
    const hidden = inline("[redacted]");
    assert.deepEqual(shown, {
      name: "s",
      tlsCertificate: { certificateChain: inline("chain"), privateKey: hidden, password: hidden },
    });
    codec.encode(name, shown);
    const key = Buffer.from("KEY").toString("base64");
    assert.ok(!JSON.stringify(read({ genericSecret: { secret: inline("KEY") } })).includes(key));
    assert.ok(!JSON.stringify(read({ sessionTicketKeys: { keys: [inline("KEY")] } })).includes(key));
  });

  test("does not tell the password of an image", () => {
    const typedConfig = {
      "@type": "type.googleapis.com/envoy.extensions.filters.http.wasm.v3.Wasm",
      config: {
        vmConfig: { environmentVariables: { keyValues: { ISTIO_META_WASM_IMAGE_PULL_SECRET: "KEY", other: "x" } } },
      },
    };
    const bytes = codec.encode("envoy.config.core.v3.TypedExtensionConfig", { name: "w", typedConfig });
    const text = JSON.stringify(readResource(codec, xdsResource(xdsTypes.extension, "w", bytes)));
    assert.ok(!text.includes("KEY") && text.includes('"other":"x"'));
  });
});
