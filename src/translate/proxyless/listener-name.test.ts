import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { parseListenerName, serverListener } from "./listener-name.ts";

suite("the name of a listener that a gRPC program asks for", () => {
  const names = [
    ["echo.app.svc.cluster.local:7070", { kind: "target", host: "echo.app.svc.cluster.local", port: 7070 }],
    ["echo:7070", { kind: "target", host: "echo", port: 7070 }],
    ["echo", { kind: "target", host: "echo", port: undefined }],
    ["[2001:db8::1]:7070", { kind: "target", host: "2001:db8::1", port: 7070 }],
    ["xds.istio.io/grpc/lds/inbound/0.0.0.0:7070", { kind: "server", address: "0.0.0.0", port: 7070 }],
    ["xds.istio.io/grpc/lds/inbound/[::]:7070", { kind: "server", address: "::", port: 7070 }],
    ["xds.istio.io/grpc/lds/inbound/0.0.0.0", undefined],
    ["xdstp://authority/echo", undefined],
    ["echo:0", undefined],
    ["echo:70000", undefined],
    ["", undefined],
  ] as const;
  for (const [name, expected] of names) {
    test(`'${name}' is ${expected?.kind ?? "none"}`, () => assert.deepEqual(parseListenerName(name), expected));
  }

  test("of a server has IPv6 addresses in brackets", () => {
    assert.equal(serverListener("::", 80), "xds.istio.io/grpc/lds/inbound/[::]:80");
    assert.deepEqual(parseListenerName(serverListener("::", 80)), { kind: "server", address: "::", port: 80 });
  });
});
