import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { parse } from "yaml";
import { startEtcd } from "../peers/etcd.ts";
import { goSkipReason } from "../peers/go-program.ts";
import { startKubeApiserver } from "../peers/kube-apiserver.ts";
import { eventually } from "../tools/eventually.ts";
import { scratch, startFairway } from "../tools/fairway.ts";
import { type ApiAccess, type ApiAnswer, agentFor, exchange } from "./api-exchange.ts";
import { apiScript, boatDefinition } from "./api-script.ts";
import { comparable, differences } from "./comparable-answer.ts";
import { knownDifferences, notComparable } from "./known-differences.ts";

/** How a kubeconfig's server is reached. */
function accessFrom(kubeconfig: string): ApiAccess {
  const { clusters, users } = parse(readFileSync(kubeconfig, "utf8"));
  const { server, "certificate-authority": file, "certificate-authority-data": data } = clusters[0].cluster;
  const authority = file ? readFileSync(file, "utf8") : Buffer.from(data, "base64").toString("utf8");
  return { url: server, token: users[0].user.token, authority };
}

/**
 * Whether a watch could not begin: the etcd beside the real server is too old to say that nothing was changed, so a watch
 * waits in vain for news of its kind after another kind's change, of which the server itself makes some.
 */
function isBehind({ body }: ApiAnswer): boolean {
  return Array.isArray(body) && body[0]?.type === "ERROR" && JSON.stringify(body[0]).includes("VersionTooLarge");
}

/** Runs the whole script against a server. */
async function run(access: ApiAccess): Promise<ReadonlyMap<string, ApiAnswer>> {
  const agent = agentFor(access);
  const ask = (path: string, body?: unknown) =>
    exchange(access, agent, { method: body === undefined ? "GET" : "POST", path, body });
  try {
    assert.equal((await ask("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", boatDefinition)).code, 201);
    await eventually(async () => assert.equal((await ask("/apis/example.com/v1/boats")).code, 200));
    const bodies = new Map<string, unknown>();
    const answers = new Map<string, ApiAnswer>();
    for (const { name, make } of apiScript) {
      let answer = await exchange(access, agent, make(bodies));
      for (let i = 0; i < 5 && isBehind(answer); i++) {
        await ask("/api/v1/namespaces/kube-system/configmaps", { metadata: { generateName: "nudge-" } });
        answer = await exchange(access, agent, make(bodies));
      }
      bodies.set(name, answer.body);
      answers.set(name, answer);
    }
    return answers;
  } finally {
    agent.destroy();
  }
}

describe("beside a real kube-apiserver", { skip: goSkipReason, timeout: 240_000 }, () => {
  const { dir, remove } = scratch();
  const stops: (() => Promise<unknown>)[] = [];
  let theirs: ReadonlyMap<string, ApiAnswer>;
  let ours: ReadonlyMap<string, ApiAnswer>;
  before(async () => {
    const [peer, data] = [join(dir, "peer"), join(dir, "data")];
    for (const each of [peer, data]) mkdirSync(each);
    const etcd = await startEtcd(peer);
    stops.unshift(() => etcd.stop());
    const real = await startKubeApiserver(peer, etcd.url);
    stops.unshift(() => real.stop());
    theirs = await run(accessFrom(real.kubeconfig));
    const fairway = await startFairway(data);
    stops.unshift(() => fairway.stop());
    ours = await run(accessFrom(join(data, "kubeconfig")));
  });
  after(async () => {
    for (const stop of stops) await stop();
    remove();
  });

  for (const { name } of apiScript.filter((each) => !notComparable.has(each.name))) {
    test(`answers alike: ${name}`, () => {
      const [real, own] = [theirs.get(name), ours.get(name)];
      assert.ok(real && own);
      assert.deepEqual(differences(comparable(real), comparable(own)), knownDifferences[name] ?? []);
    });
  }

  test("says in the same words which fields are unknown or stand twice", () => {
    const about = ({ warnings, body }: ApiAnswer) => {
      const { message = "" } = body as { message?: string };
      // Of YAML the real server also says which parser complains.
      const said = message.replace(/yaml: unmarshal errors:\s+/, "");
      return [warnings, /strict decoding error: .*/s.exec(said)?.[0]];
    };
    const names = apiScript.map(({ name }) => name).filter((name) => /unknown field|twice/.test(name));
    assert.ok(names.length > 10);
    for (const name of names.filter((each) => !/^a port|^apply/.test(each))) {
      const [real, own] = [theirs.get(name), ours.get(name)];
      assert.ok(real && own);
      assert.deepEqual(about(own), about(real), name);
    }
  });

  test("streams a list and tells where it ends, where the real server's etcd cannot", () => {
    const lines = ours.get("watch with a streamed list")?.body as { type: string; object: { metadata: object } }[];
    assert.deepEqual(
      lines.map(({ type }) => type),
      ["ADDED", "ADDED", "ADDED", "BOOKMARK"],
    );
    assert.match(JSON.stringify(lines.at(-1)), /"k8s.io\/initial-events-end":"true"/);
  });
});
