import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { podsNeed, startPods } from "./index.ts";

test("a call goes through the Envoys of both pods", { skip: podsNeed(), timeout: 120_000 }, async () => {
  await using mesh = await startPods({
    services: [{ name: "web", ports: [{ name: "http", port: 80, targetPort: 9080 }] }],
    pods: [{ name: "web-v1" }, { name: "client" }],
  });
  const client = mesh.pod("client");
  const answer = await eventually(async () => {
    const found = await client.get("http://web/hello");
    assert.equal(found.status, 200, JSON.stringify(found));
    return found;
  });
  assert.equal(answer.echo?.pod, "web-v1");
  // Its own Envoy called it, and that was called by one that proved who it is.
  assert.equal(answer.echo.peer, "127.0.0.6");
  assert.match(
    String(answer.echo.headers["x-forwarded-client-cert"]),
    /URI=spiffe:\/\/cluster\.local\/ns\/default\/sa\/client/,
  );
});
