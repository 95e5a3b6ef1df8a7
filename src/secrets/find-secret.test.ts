import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { keyOf, type Resource } from "../api/index.ts";
import { findSecret, type SecretOrigins } from "./find-secret.ts";
import { SecretIndex } from "./secret-index.ts";
import { configMapObject, secretObject, testCredential } from "./testing/credentials.ts";
import { formatIdentity, type WorkloadIdentity } from "./workload-identity.ts";

const one = testCredential();
const two = testCredential();
const pair = ({ certificate, privateKey }: typeof one) => ({ "tls.crt": certificate, "tls.key": privateKey });
const who = (namespace: string): WorkloadIdentity => ({ trustDomain: "td", namespace, serviceAccount: "sa" });

function origins(...objects: readonly Resource[]): SecretOrigins {
  const index = new SecretIndex(() => undefined);
  index.apply(objects.map((after) => ({ key: keyOf(after), after })));
  return {
    objects: index.snapshot,
    certificateOf: (identity) => ({ chain: formatIdentity(identity), privateKey: "its key" }),
    meshRoots: { certificates: "mesh" },
    systemRoots: { certificates: "system" },
  };
}

describe("secrets of objects", () => {
  const from = origins(
    secretObject("shop/site", { ...pair(one), "ca.crt": one.authority }),
    secretObject("other/site", { ...pair(two), "ca.crt": two.authority }),
    secretObject("shop/split", pair(one)),
    secretObject("shop/split-cacert", { cacert: two.authority }),
    secretObject("shop/sly-cacert", pair(one)),
    secretObject("shop/roots", { "ca.crt": one.authority }),
    secretObject("shop/broken", { ...pair(one), "tls.key": two.privateKey, "ca.crt": one.authority }),
    configMapObject("shop/roots", { "ca.crt": two.authority }),
  );
  const find = (name: string, namespace = "shop") => findSecret(name, who(namespace), from);
  const chain = (name: string, namespace?: string) => find(name, namespace)?.certificate?.chain;
  const roots = (name: string, namespace?: string) => find(name, namespace)?.authorities?.certificates;

  test("are those of the asker's own namespace, however they are named", () => {
    for (const name of ["kubernetes://site", "kubernetes://shop/site", "kubernetes-gateway://shop/site"]) {
      assert.equal(chain(name), one.certificate, name);
    }
    assert.equal(chain("kubernetes://site", "other"), two.certificate);
  });

  test("are not for those of another namespace: neither keys nor authorities", () => {
    for (const name of [
      "kubernetes://shop/site",
      "kubernetes://shop/site-cacert",
      "kubernetes-gateway://shop/site",
      "configmap://shop/roots",
      "kubernetes://site",
    ]) {
      assert.equal(find(name, "third"), undefined, name);
    }
  });

  test("are authorities by the suffix: of the object of that very name, or of the one without it", () => {
    assert.equal(roots("kubernetes://site-cacert"), one.authority);
    assert.equal(roots("kubernetes://split-cacert"), two.authority);
    assert.equal(roots("configmap://shop/roots"), two.authority);
    assert.equal(roots("configmap://shop/roots-cacert"), two.authority);
    assert.equal(roots("kubernetes://roots"), one.authority);
  });

  test("are one answer for one name: the certificate where there is one, even for who meant the authorities", () => {
    assert.equal(chain("kubernetes://site"), one.certificate);
    assert.equal(roots("kubernetes://site"), undefined);
    assert.equal(find("kubernetes://broken"), undefined);
    assert.equal(chain("kubernetes://roots"), undefined);
    assert.equal(roots("kubernetes://roots"), one.authority);
  });

  test("are never keys by the suffix, even if an object has it in its own name", () => {
    assert.equal(find("kubernetes://sly-cacert"), undefined);
    assert.equal(find("kubernetes-gateway://shop/sly-cacert"), undefined);
  });

  test("are left out if they are broken, but for the part that is not", () => {
    assert.equal(find("kubernetes://broken"), undefined);
    assert.equal(roots("kubernetes://broken-cacert"), one.authority);
  });

  test("are none for names that say nothing", () => {
    for (const name of [
      "",
      "*",
      "invalid://",
      "kubernetes://",
      "kubernetes:///site",
      "kubernetes://shop/",
      "kubernetes://shop/site/more",
      "kubernetes-gateway://site",
      "configmap://roots",
      "kubernetes://none",
      "-cacert",
      "kubernetes://-cacert",
      "file-root:/etc/passwd",
      "file-cert:/a~/b",
      "sds://provider",
      "constructor",
      "kubernetes://__proto__",
    ]) {
      assert.equal(find(name), undefined, name);
    }
  });
});

test("a workload has its own certificate, and everybody the mesh's and the system's authorities", () => {
  const find = (name: string) => findSecret(name, who("shop"), origins());
  for (const name of ["default", "builtin://"]) {
    assert.deepEqual(find(name), { certificate: { chain: "spiffe://td/ns/shop/sa/sa", privateKey: "its key" } });
  }
  for (const name of ["ROOTCA", "builtin://-cacert"]) {
    assert.deepEqual(find(name), { authorities: { certificates: "mesh" } });
  }
  assert.deepEqual(find("file-root:system"), { authorities: { certificates: "system" } });
});
