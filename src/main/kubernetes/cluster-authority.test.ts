import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Resource, ResourceKey } from "../../api/index.ts";
import { systemClock } from "../../base/clock.ts";
import { FairwayError } from "../../base/fault.ts";
import { LogScopes } from "../../base/log.ts";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import { authorityFiles, createAuthority } from "../../pki/index.ts";
import { clusterAuthority } from "./cluster-authority.ts";

/** Secrets by name, as one API server has them for all replicas. */
class SecretsOfCluster {
  readonly secrets = new Map<string, Resource>();
  /** Thrown by the next requests, one each. */
  readonly failures: FairwayError[] = [];

  async get({ namespace, name }: ResourceKey): Promise<Resource | undefined> {
    this.#fail();
    return this.secrets.get(`${namespace}/${name}`);
  }

  async create(secret: Resource): Promise<Resource> {
    this.#fail();
    const key = `${secret.metadata.namespace}/${secret.metadata.name}`;
    if (this.secrets.has(key)) throw new FairwayError("AlreadyExists", key);
    this.secrets.set(key, secret);
    return secret;
  }

  give(name: string, files: { readonly [file: string]: string }): void {
    const data = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, btoa(text)]));
    this.secrets.set(`mesh/${name}`, { apiVersion: "v1", kind: "Secret", metadata: { name, namespace: "mesh" }, data });
  }

  #fail(): void {
    const failure = this.failures.shift();
    if (failure) throw failure;
  }
}

suite("the authority of a cluster", () => {
  const ask = (client: SecretsOfCluster, clock = systemClock, signal?: AbortSignal) => {
    const lines: string[] = [];
    const logs = new LogScopes((line) => lines.push(JSON.stringify(line)), systemClock);
    const log = logs.scope("kube", "test");
    const asked = clusterAuthority({ client, namespace: "mesh", clock, log, ...(signal && { signal }) });
    return { asked, lines };
  };

  test("is the same for replicas that start at once and after", async () => {
    const cluster = new SecretsOfCluster();
    const made = await Promise.all([ask(cluster).asked, ask(cluster).asked, ask(cluster).asked]);
    const later = await ask(cluster).asked;
    for (const each of made) assert.deepEqual(each, later);
    assert.deepEqual([...cluster.secrets.keys()], ["mesh/istio-ca-secret"]);
    assert.equal(cluster.secrets.get("mesh/istio-ca-secret")?.["type"], "istio.io/ca-root");
  });

  test("is the one that somebody gave, even if one was made before", async () => {
    const cluster = new SecretsOfCluster();
    await ask(cluster).asked;
    const given = createAuthority(systemClock);
    cluster.give("cacerts", authorityFiles(given));
    assert.deepEqual(await ask(cluster).asked, given);
  });

  test("is not made in place of one that cannot be used, and no key is told", async () => {
    const cluster = new SecretsOfCluster();
    const own = authorityFiles(createAuthority(systemClock));
    cluster.give("cacerts", { ...own, "ca-key.pem": authorityFiles(createAuthority(systemClock))["ca-key.pem"] ?? "" });
    const { asked, lines } = ask(cluster);
    await assert.rejects(asked, {
      code: "Settings",
      message: "Secret mesh/cacerts cannot be used: ca-key.pem must be the key of ca-cert.pem",
    });
    assert.equal(cluster.secrets.size, 1);
    assert.deepEqual(lines, []);
  });

  test("is waited for while the server refuses or fails, and the log says why", async () => {
    const cluster = new SecretsOfCluster();
    cluster.failures.push(new FairwayError("Forbidden", "no rule"), new FairwayError("Unavailable", "away"));
    const clock = new ManualClock();
    const { asked, lines } = ask(cluster, clock);
    let done = false;
    void asked.then(() => {
      done = true;
    });
    while (!done) {
      clock.advance(1000);
      await new Promise(setImmediate);
    }
    assert.equal(lines.filter((line) => line.includes("is tried again")).length, 2);
    assert.match(lines[0] ?? "", /Forbidden/);
  });

  test("is given up when the start is", async () => {
    const cluster = new SecretsOfCluster();
    cluster.failures.push(...Array.from({ length: 9 }, () => new FairwayError("Unavailable", "away")));
    const stop = new AbortController();
    const { asked } = ask(cluster, new ManualClock(), stop.signal);
    await new Promise(setImmediate);
    stop.abort();
    await assert.rejects(asked, /away/);
  });
});
