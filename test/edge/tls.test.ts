import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, suite, test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { issueClientCertificate, type KeyPair, loadAuthority, loadServerCertificate } from "../../src/pki/index.ts";
import { fairway } from "../tools/fairway.ts";
import { EdgeOnFairway } from "./edge-on-fairway.ts";

suite("fairway edge over TLS", { timeout: 120_000 }, () => {
  let world: EdgeOnFairway;
  let authority: KeyPair;
  let own: KeyPair;
  const get = async (path: string, identity: { readonly cert?: string; readonly key?: string }) => {
    const url = `${world.edge.addresses.get("edge")}${path}`;
    const outgoing = request(url, { ca: authority.certificate, agent: false, ...identity }).end();
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    return { code: response.statusCode, body: await text(response) };
  };

  before(async () => {
    world = await EdgeOnFairway.start("n1");
    authority = await loadAuthority(world.dir, systemClock);
    await loadServerCertificate(world.dir, "edge", authority, ["127.0.0.1"], systemClock);
    own = issueClientCertificate(authority, { name: "kube-proxy", groups: [] }, 3_600_000, systemClock);
    await world.startEdge(
      ...["--cert-file", join(world.dir, "edge.crt"), "--key-file", join(world.dir, "edge.key")],
      ...["--ca-file", join(world.dir, "ca.crt"), "--debug", "true"],
    );
  });
  after(() => world?.close());

  test("serves clients with a certificate of the authority, and no others", async () => {
    const identity = { cert: own.certificate, key: own.privateKey };
    const { code, body } = await get("/api/v1/nodes", identity);
    assert.deepEqual([code, JSON.parse(body).kind], [200, "NodeList"]);
    const refused = await get("/api/v1/nodes", {});
    assert.deepEqual([refused.code, JSON.parse(refused.body).reason], [401, "Unauthorized"]);
  });

  test("profiles itself where that is asked for", async () => {
    const identity = { cert: own.certificate, key: own.privateKey };
    assert.match((await get("/debug/pprof/", identity)).body, /profile\?seconds=30/);
    const profile = JSON.parse((await get("/debug/pprof/profile?seconds=0", identity)).body);
    assert.ok(profile.nodes.length > 0);
    assert.equal((await get("/debug/pprof/profile?seconds=x", identity)).code, 400);
    assert.match((await get("/debug/pprof/heap", identity)).body, /^\{"snapshot"/);
  });

  test("wants a certificate with its key, and a node's name", async () => {
    const { kubeconfig } = world.upstream;
    const keyless = await fairway(["edge", "--node-name", "n1", "--kubeconfig", kubeconfig, "--cert-file", "x"]);
    assert.deepEqual([keyless.code, keyless.err.includes("--key-file")], [2, true]);
    const nameless = await fairway(["edge", "--kubeconfig", kubeconfig]);
    assert.deepEqual([nameless.code, nameless.err], [2, "error: --node-name must be a name, not '' (Settings)\n"]);
    const lost = await fairway(["edge", "--node-name", "n1", "--kubeconfig", "/nowhere"]);
    assert.deepEqual([lost.code, lost.err], [2, "error: --kubeconfig /nowhere cannot be read (Settings)\n"]);
  });
});
