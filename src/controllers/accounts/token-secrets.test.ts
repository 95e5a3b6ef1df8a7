import assert from "node:assert/strict";
import { suite, type TestContext, test } from "node:test";
import { builtInCatalog, type Resource, type Secret } from "../../api/index.ts";
import { systemClock } from "../../base/clock.ts";
import { createMemoryStore, sourceAnnotation } from "../../store/index.ts";
import { TokenSecrets } from "./token-secrets.ts";

const kinds = builtInCatalog();
const report = (error: unknown) => assert.fail(String(error));
const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "robot", namespace: "web" } };
const accountKey = { group: "", kind: "ServiceAccount", namespace: "web", name: "robot" };
const keyOfSecret = (name: string) => ({ group: "", kind: "Secret", namespace: "web", name });
const secret = (name: string, fields: object = {}, annotations: object = {}): Resource => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name, namespace: "web", annotations: { "kubernetes.io/service-account.name": "robot", ...annotations } },
  type: "kubernetes.io/service-account-token",
  ...fields,
});
const plain = (value = "") => Buffer.from(value, "base64").toString();

async function start(t: TestContext) {
  const store = createMemoryStore({ kinds: () => kinds });
  let issued = 0;
  const issue = (of: Resource, bound: Resource) => `${of.metadata.name} ${bound.metadata.name} ${++issued}`;
  const controller = new TokenSecrets({ store, authority: "PEM", issue, clock: systemClock, report });
  await controller.start();
  t.after(async () => {
    await controller.close();
    await store.close();
  });
  /** Waits until a Secret is as it should be. */
  const until = async (name: string, holds: (found: Secret | undefined) => boolean) => {
    const watch = store.watch();
    for (;;) {
      const found = (await store.get(keyOfSecret(name))) as Secret | undefined;
      if (holds(found)) return found;
      await watch.next();
    }
  };
  return { store, until };
}

suite("Secrets for tokens of ServiceAccounts", { timeout: 20_000 }, () => {
  test("are filled once, beside what is in them, and mended", async (t) => {
    const { store, until } = await start(t);
    const { uid } = (await store.create(account)).metadata;
    await store.create(secret("s", { data: { own: "b3du" } }));
    const made = await until("s", (found) => found?.data?.["token"] !== undefined);
    const { token, ...rest } = made?.data ?? {};
    assert.match(plain(token), /^robot s \d+$/);
    assert.deepEqual(
      Object.entries(rest)
        .map(([key, value]) => [key, plain(value)])
        .sort(),
      [
        ["ca.crt", "PEM"],
        ["namespace", "web"],
        ["own", "own"],
      ],
    );
    assert.equal(made?.metadata.annotations?.["kubernetes.io/service-account.uid"], uid);
    await store.update({ ...(made as Resource), data: { token } });
    const mended = await until("s", (found) => found?.data?.["ca.crt"] !== undefined);
    assert.equal(mended?.data?.["token"], token, "the token stays");
  });

  test("go with the account, and are not for another of its name", async (t) => {
    const { store, until } = await start(t);
    await store.create(account);
    await store.create(secret("s"));
    await until("s", (found) => found?.data !== undefined);
    await store.delete(accountKey);
    await until("s", (found) => found === undefined);
    await store.create(secret("early"));
    await until("early", (found) => found === undefined);
    await store.create(account);
    await store.create(secret("of-the-last", {}, { "kubernetes.io/service-account.uid": "gone" }));
    await until("of-the-last", (found) => found === undefined);
  });

  test("of files, and Secrets for something else, are left alone", async (t) => {
    const { store, until } = await start(t);
    await store.create(secret("of-a-file", {}, { [sourceAnnotation]: "a.yaml" }));
    await store.create(secret("other", { type: "Opaque" }));
    await store.create(account);
    await store.create(secret("last"));
    await until("last", (found) => found?.data !== undefined);
    for (const name of ["of-a-file", "other"]) {
      const found = (await store.get(keyOfSecret(name))) as Secret | undefined;
      assert.ok(found && found.data === undefined, name);
    }
  });
});
