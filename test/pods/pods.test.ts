import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { networking } from "./bookinfo.ts";
import { type PodMesh, podsNeed, startPods } from "./index.ts";

const host = "web.example.com";

describe("real pods", { skip: podsNeed(), timeout: 120_000 }, () => {
  let mesh: PodMesh;
  before(async () => {
    mesh = await startPods({
      services: [
        { name: "web", ports: [{ name: "http", port: 80, targetPort: 9080 }] },
        { name: "data", ports: [{ name: "tcp", port: 7000 }] },
      ],
      pods: [
        { name: "web-v1" },
        { name: "data", ports: [{ number: 7000, protocol: "tcp" }] },
        { name: "client" },
        { name: "gateway", proxy: "router" },
        { name: "outsider", proxy: "none" },
      ],
      objects: [
        networking("Gateway", "front", {
          selector: { app: "gateway" },
          servers: [{ port: { number: 80, name: "http", protocol: "HTTP" }, hosts: [host] }],
        }),
        networking("VirtualService", "front", {
          hosts: [host],
          gateways: ["front"],
          http: [{ route: [{ destination: { host: "web" } }] }],
        }),
      ],
    });
  });
  after(() => mesh?.[Symbol.asyncDispose]());

  /** Asks until there is an answer of the service. */
  const answerOf = (pod: string, url: string, options = {}) =>
    eventually(async () => {
      const { status, text, error, echo } = await mesh.pod(pod).get(url, options);
      assert.ok(echo, `${status} ${error ?? text}`);
      return echo;
    });

  test("a call goes through the Envoys of both pods", async () => {
    const { pod, peer, headers } = await answerOf("client", "http://web/hello");
    assert.equal(pod, "web-v1");
    // Its own Envoy called it, and that was called by one that proved who it is.
    assert.equal(peer, "127.0.0.6");
    assert.match(String(headers["x-forwarded-client-cert"]), /URI=spiffe:\/\/cluster\.local\/ns\/default\/sa\/client/);
  });

  test("a call from outside goes through a gateway", async () => {
    const front = `http://${mesh.pod("gateway").facts.address}/`;
    const { pod, headers } = await answerOf("outsider", front, { host });
    assert.equal(pod, "web-v1");
    assert.match(String(headers["x-forwarded-client-cert"]), /URI=spiffe:\/\/cluster\.local\/ns\/default\/sa\/gateway/);
    assert.equal((await mesh.pod("outsider").get(front, { host: "other.example.com" })).status, 404);
  });

  test("a conversation over TCP goes through the Envoys of both pods", async () => {
    const { heard } = await eventually(async () => {
      const said = await mesh.pod("client").converse("data", 7000, "good day", "good day");
      assert.match(said.heard, /good day/, said.error);
      return said;
    });
    const [about = ""] = heard.split("\n");
    assert.deepEqual(JSON.parse(about), { service: "data", version: "", pod: "data", peer: "127.0.0.6" });
    const mutual = await mesh.pod("data").stats("^listener\\..*15006.*ssl\\.handshake$");
    assert.ok([...mutual.values()].some((count) => count > 0));
  });
});
