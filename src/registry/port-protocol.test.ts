import assert from "node:assert/strict";
import { test } from "node:test";
import { entryPortProtocol, kubernetesPortProtocol } from "./port-protocol.ts";

test("the protocol of a Kubernetes port", () => {
  const cases = [
    [{ port: 80, name: "http" }, "http"],
    [{ port: 80, name: "http-web" }, "http"],
    [{ port: 80, name: "HTTP2-web" }, "http2"],
    [{ port: 80, name: "httpx" }, "auto"],
    [{ port: 80, name: "grpc" }, "grpc"],
    [{ port: 80, name: "grpc-web" }, "grpc-web"],
    [{ port: 80, name: "grpc-web-x" }, "grpc-web"],
    [{ port: 80, name: "grpc-api" }, "grpc"],
    [{ port: 80, name: "tls-x" }, "tls"],
    [{ port: 80, name: "mongo" }, "mongo"],
    [{ port: 80, name: "mysql-x" }, "mysql"],
    [{ port: 80, name: "redis" }, "redis"],
    [{ port: 80, name: "auto" }, "auto"],
    [{ port: 80 }, "auto"],
    [{ port: 3306, name: "plain" }, "tcp"],
    [{ port: 25 }, "tcp"],
    [{ port: 3306, name: "http" }, "http"],
    [{ port: 53, name: "http", protocol: "UDP" }, "udp"],
    [{ port: 53, protocol: "SCTP" }, "udp"],
    [{ port: 80, name: "http", appProtocol: "tcp" }, "tcp"],
    [{ port: 80, name: "tcp", appProtocol: "kubernetes.io/h2c" }, "http2"],
    [{ port: 80, appProtocol: "kubernetes.io/ws" }, "http"],
    [{ port: 80, appProtocol: "kubernetes.io/wss" }, "https"],
    [{ port: 80, name: "http", appProtocol: "example.com/own" }, "auto"],
  ] as const;
  for (const [port, expected] of cases) assert.equal(kubernetesPortProtocol(port), expected, JSON.stringify(port));
});

test("the protocol of an entry's port", () => {
  for (const [word, expected] of [
    ["HTTP", "http"],
    ["HTTP_PROXY", "http"],
    ["GRPC-Web", "grpc-web"],
    ["", "auto"],
    [undefined, "auto"],
    ["MONGO", "mongo"],
  ] as const) {
    assert.equal(entryPortProtocol(word), expected);
  }
});
