import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { connect, createServer, type TLSSocket } from "node:tls";
import { systemClock } from "../base/clock.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { type AuthorityFiles, authorityFiles, authorityOf } from "./authority-files.ts";
import { createAuthority, issueServerCertificate, issueWorkloadCertificate, rootsOf } from "./certificate-authority.ts";

const read = (files: AuthorityFiles) => authorityOf(files, systemClock);

suite("the files of an authority", () => {
  test("are read as they were written, and an authority of its own is its root", () => {
    const made = createAuthority(systemClock);
    const found = read(authorityFiles(made));
    assert.deepEqual(found, made);
    assert.equal(rootsOf(found), made.certificate);
  });

  const own = authorityFiles(createAuthority(systemClock));
  const other = authorityFiles(createAuthority(systemClock));
  const pem = (pair: { readonly privateKey: { export(options: object): string | Buffer } }) =>
    String(pair.privateKey.export({ format: "pem", type: "pkcs8" }));
  const leaf = issueWorkloadCertificate(createAuthority(systemClock), "spiffe://a/ns/b/sa/c", 60_000, systemClock);
  const faulty: readonly (readonly [string, AuthorityFiles, RegExp])[] = [
    ["nothing", {}, /^ca-cert\.pem must be a certificate/],
    ["no key", { ...own, "ca-key.pem": "" }, /^ca-key\.pem must be a private key in PEM/],
    ["another's key", { ...own, "ca-key.pem": other["ca-key.pem"] ?? "" }, /^ca-key\.pem must be the key of/],
    [
      "a key of a kind that is not known",
      { ...own, "ca-key.pem": pem(generateKeyPairSync("ed25519")) },
      /RSA or an EC/,
    ],
    ["a short key", { ...own, "ca-key.pem": pem(generateKeyPairSync("rsa", { modulusLength: 1024 })) }, /2048 bits/],
    ["a workload's", { "ca-cert.pem": leaf.certificate, "ca-key.pem": leaf.privateKey }, /of an authority/],
    ["another's root", { ...own, "root-cert.pem": other["ca-cert.pem"] ?? "" }, /^root-cert\.pem must have the root/],
    [
      "a root that is none",
      { ...own, "root-cert.pem": "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" },
      /^root-cert\.pem must hold valid/,
    ],
  ];
  for (const [what, files, message] of faulty) {
    test(`${what}: a fault that says what must be, and quotes nothing`, () => {
      assert.throws(() => read(files), { code: "Settings", message });
    });
  }

  test("that have run out cannot be used", () => {
    const later = new ManualClock(Date.now() + 11 * 365 * 24 * 3_600_000);
    assert.throws(() => authorityOf(own, later), /ran out on/);
  });
});

suite("an authority below a company's root", { skip: opensslSkipReason() }, () => {
  const dir = mkdtempSync(join(tmpdir(), "fairway-authority-"));
  const at = (name: string) => join(dir, name);
  const openssl = (...args: readonly string[]) => execFileSync("openssl", args, { cwd: dir, stdio: "pipe" }).toString();
  const text = (name: string) => readFileSync(at(name), "utf8");
  before(() => {
    writeFileSync(
      at("ca.ext"),
      "basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign\nsubjectKeyIdentifier=hash\n",
    );
    const extensions = ["-extfile", "ca.ext", "-days", "30"];
    const keys: readonly (readonly [string, string])[] = [
      ["root", "RSA"],
      ["middle", "EC"],
      ["own", "RSA"],
    ];
    for (const [name, type] of keys) {
      const form = type === "RSA" ? "rsa_keygen_bits:2048" : "ec_paramgen_curve:P-384";
      openssl("genpkey", "-algorithm", type, "-pkeyopt", form, "-out", `${name}.key`);
      openssl(
        "req",
        "-new",
        "-key",
        `${name}.key`,
        "-subj",
        `/C=DE/O=Example \\/ Co/CN=${name}`,
        "-out",
        `${name}.csr`,
      );
    }
    openssl("x509", "-req", "-in", "root.csr", "-signkey", "root.key", "-out", "root.crt", ...extensions);
    const sign = (name: string, by: string) =>
      openssl(
        "x509",
        "-req",
        "-in",
        `${name}.csr`,
        "-CA",
        `${by}.crt`,
        "-CAkey",
        `${by}.key`,
        "-out",
        `${name}.crt`,
        ...extensions,
      );
    sign("middle", "root");
    sign("own", "middle");
  });
  after(() => rmSync(dir, { recursive: true }));
  const files = (chain: readonly string[]): AuthorityFiles => ({
    "ca-cert.pem": text("own.crt"),
    "ca-key.pem": text("own.key"),
    "root-cert.pem": text("root.crt"),
    "cert-chain.pem": chain.map((name) => text(`${name}.crt`)).join(""),
  });

  test("signs what openssl verifies with the root alone", () => {
    const authority = read(files(["own", "middle", "root"]));
    assert.equal(rootsOf(authority), String(new X509Certificate(text("root.crt"))));
    const { certificate } = issueServerCertificate(authority, ["fairway.test"], systemClock);
    writeFileSync(at("server.crt"), certificate);
    const verify = ["verify", "-x509_strict", "-CAfile", "root.crt", "-untrusted", "server.crt"];
    assert.match(openssl(...verify, "-verify_hostname", "fairway.test", "server.crt"), /OK/);
    assert.equal(certificate.match(/BEGIN CERTIFICATE/g)?.length, 3, "the root is not sent");
  });

  test("signs what both ends of a connection take that know the root alone", async (t) => {
    const authority = read(files(["middle"]));
    const ca = rootsOf(authority);
    const { certificate: cert, privateKey: key } = issueServerCertificate(authority, ["fairway.test"], systemClock);
    const server = createServer({ cert, key, ca, requestCert: true, rejectUnauthorized: true }).listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const identity = "spiffe://cluster.local/ns/a/sa/b";
    const own = issueWorkloadCertificate(authority, identity, 60_000, systemClock);
    const taken = once(server, "secureConnection") as Promise<[TLSSocket]>;
    const socket = connect({ port, ca, servername: "fairway.test", cert: own.certificate, key: own.privateKey });
    await once(socket, "secureConnect");
    const [other] = await taken;
    assert.ok(socket.authorized && other.authorized);
    assert.equal(other.getPeerX509Certificate()?.subjectAltName, `URI:${identity}`);
    socket.destroy();
    other.destroy();
  });

  test("must have all that is between it and the root", () => {
    assert.throws(() => read(files(["own"])), /cert-chain\.pem what is between them/);
  });
});

function opensslSkipReason(): false | string {
  try {
    execFileSync("openssl", ["version"]);
    return false;
  } catch {
    return "needs openssl";
  }
}
