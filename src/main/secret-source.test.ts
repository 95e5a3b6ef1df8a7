import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { describe, type TestContext, test } from "node:test";
import { builtInCatalog, type Resource } from "../api/index.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import type { Secret } from "../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import { createAuthority } from "../pki/index.ts";
import type { SecretProblem } from "../secrets/index.ts";
import { secretObject, testCredential } from "../secrets/testing/credentials.ts";
import { createMemoryStore } from "../store/index.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { SecretSource, type SecretVersion } from "./secret-source.ts";

const codec = loadEnvoyCodec();
const one = testCredential();
const two = testCredential();
const tls = ({ certificate, privateKey, authority }: typeof one) => ({
  "tls.crt": certificate,
  "tls.key": privateKey,
  "ca.crt": authority,
});
const who = (namespace: string) => ({ trustDomain: "td", namespace, serviceAccount: "gw" });

/** The PEM that each answered name brings. */
function answers(version: SecretVersion, namespace: string | undefined, ...names: readonly string[]) {
  const set = version.resources(namespace === undefined ? undefined : who(namespace), new Set(names));
  return Object.fromEntries(
    Array.from(set.values(), ({ name, field }) => {
      const { resources = [] } = codec.decode("envoy.service.discovery.v3.DiscoveryResponse", field);
      const { tlsCertificate, validationContext } = resources[0] as Secret;
      const parts = [tlsCertificate?.certificateChain, tlsCertificate?.privateKey, validationContext?.trustedCa];
      return [name, parts.map((part) => Buffer.from(part?.inlineBytes ?? "", "base64").toString()).join("")];
    }),
  );
}

async function open(t: TestContext, ...objects: readonly Resource[]) {
  const kinds = builtInCatalog();
  const clock = new ManualClock();
  const store = createMemoryStore({ kinds: () => kinds });
  for (const object of objects) await store.create(object);
  const problems: SecretProblem[] = [];
  const authority = createAuthority(clock);
  const source = await SecretSource.open({ store, authority, codec, clock, report: (each) => problems.push(each) });
  t.after(async () => {
    await source.close();
    await store.close();
  });
  const changed = () => new Promise<ReadonlySet<string>>((resolve) => source.onChange(resolve));
  return { store, source, clock, authority, problems, changed };
}

describe("secrets for proxies", { timeout: 20_000 }, () => {
  const site = secretObject("shop/site", tls(one));

  test("answer the names that are there and the asker's, and leave out the others", async (t) => {
    const broken = secretObject("shop/broken", { ...tls(two), "tls.key": one.privateKey });
    const { source, problems } = await open(t, site, broken);
    const version = source.version();
    const names = ["kubernetes://site", "kubernetes://none", "kubernetes://broken", "kubernetes://other/site"];
    assert.deepEqual(answers(version, "shop", ...names), {
      "kubernetes://site": one.certificate + one.privateKey,
    });
    assert.deepEqual(
      problems.map(({ key }) => key.name),
      ["broken"],
    );
  });

  test("are nothing for who has proven no identity, and for who wants everything", async (t) => {
    const { source } = await open(t, site);
    const version = source.version();
    assert.deepEqual(
      answers(version, undefined, "kubernetes://shop/site", "default", "ROOTCA", "file-root:system"),
      {},
    );
    assert.equal(version.resources(who("shop"), "all").size, 0);
  });

  test("of one namespace never reach another that asks for the same name", async (t) => {
    const { source } = await open(t, site, secretObject("other/site", tls(two)));
    const version = source.version();
    const asked = (namespace: string) => answers(version, namespace, "kubernetes://site")["kubernetes://site"];
    assert.equal(asked("shop"), one.certificate + one.privateKey);
    assert.equal(asked("other"), two.certificate + two.privateKey);
    assert.equal(asked("third"), undefined);
    assert.equal(asked("shop"), one.certificate + one.privateKey);
  });

  test("are the same set while nothing in it changes, and another one once it does", async (t) => {
    const { store, source, changed } = await open(t, site, secretObject("shop/more", tls(one)));
    const wanted = new Set(["kubernetes://site", "kubernetes://site-cacert"]);
    const first = source.version();
    const set = first.resources(who("shop"), wanted);
    const change = changed();
    await store.update({ ...secretObject("shop/more", tls(two)), type: "Opaque" });
    assert.deepEqual([...(await change)].length, 1);
    const second = source.version(first);
    assert.equal(second.resources(who("shop"), wanted), set);
    const next = changed();
    await store.update({ ...secretObject("shop/site", tls(two)), type: "Opaque" });
    await next;
    const third = source.version(second);
    assert.notEqual(third.resources(who("shop"), wanted), set);
    assert.deepEqual(answers(third, "shop", ...wanted), {
      "kubernetes://site": two.certificate + two.privateKey,
      "kubernetes://site-cacert": two.authority,
    });
    assert.equal(answers(first, "shop", "kubernetes://site")["kubernetes://site"], one.certificate + one.privateKey);
  });

  test("of the workload itself are issued, and new ones announced before they are needed", async (t) => {
    const { source, clock, authority, changed } = await open(t);
    const first = source.version();
    const { default: own = "", ROOTCA } = answers(first, "shop", "default", "ROOTCA");
    assert.equal(ROOTCA, authority.certificate);
    const certificate = new X509Certificate(own);
    assert.equal(certificate.subjectAltName, "URI:spiffe://td/ns/shop/sa/gw");
    assert.ok(certificate.verify(new X509Certificate(authority.certificate).publicKey));
    assert.equal(answers(source.version(first), "shop", "default")["default"], own);
    const due = changed();
    clock.advance(12 * 3_600_000);
    assert.equal((await due).size, 0);
    assert.notEqual(answers(source.version(first), "shop", "default")["default"], own);
  });
});
