import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { readDocuments } from "../../src/api/index.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { kubectlOutput } from "../tools/kubectl.ts";

const fixtures = process.env["FAIRWAY_FIXTURES"] ?? join(import.meta.dirname, "../../../shared/fixtures");
const skip = existsSync(join(fixtures, "istio-samples")) ? false : "needs the shared fixtures (FAIRWAY_FIXTURES)";

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Every object of a folder's files; of two of one name, the first. */
function manifests(folder: string): readonly Manifest[] {
  const files = readdirSync(join(fixtures, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.ya?ml$/.test(file))
    .sort();
  const found = new Map<string, Manifest>();
  for (const file of files) {
    for (const { value } of readDocuments(readFileSync(join(fixtures, folder, file)), file).documents) {
      const object = value as Manifest;
      // Values for charts lie among the samples.
      if (!object?.apiVersion || !object.kind) continue;
      const { apiVersion, kind, metadata } = object;
      const key = [apiVersion.split("/").at(-2), kind, metadata.namespace ?? "default", metadata.name].join(" ");
      if (!found.has(key)) found.set(key, object);
    }
  }
  return [...found.values()];
}

describe("what Istio publishes", { skip, timeout: 240_000 }, () => {
  const { dir, remove } = scratch();
  const data = join(dir, "data");
  let server: RunningFairway;
  let kubectl: ReturnType<typeof kubectlOutput>;
  before(async () => {
    mkdirSync(data);
    server = await startFairway(data);
    kubectl = kubectlOutput(join(data, "kubeconfig"));
  });
  after(async () => {
    await server.stop();
    remove();
  });
  const write = (name: string, objects: readonly Manifest[]) => {
    const file = join(dir, name);
    writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }));
    return file;
  };

  test("definitions are applied without a warning, and again", () => {
    const definitions = manifests("istio-crds");
    assert.ok(definitions.length > 15, String(definitions.length));
    // Two are longer than the annotation in which a client-side apply keeps what it applied.
    const file = write("crds.json", definitions);
    for (let time = 1; time <= 2; time++) {
      const { out, err } = kubectl(["apply", "--server-side", "-f", file]);
      assert.equal(err, "");
      assert.equal(out.match(/serverside-applied$/gm)?.length, definitions.length);
    }
    const established = kubectl(["wait", "--for=condition=Established", "crd", "--all", "--timeout=30s"]);
    assert.equal(established.out.match(/condition met$/gm)?.length, definitions.length);
  });

  test("samples are applied, and a second time all are unchanged", () => {
    const samples = manifests("istio-samples");
    const file = write("samples.json", samples);
    kubectl(["create", "namespace", "istio-system"]);
    const first = kubectl(["apply", "-f", file]);
    // They are right: this route is never reached, as Istio's own check says too, and the version is going out of use.
    const said = first.err.split("\n").filter((line) => line !== "" && !/no matches for kind|ensure CRDs/.test(line));
    assert.deepEqual(said, [
      "Warning: spec.http[1]: should come before route [0], which takes everything",
      "Warning: gateway.networking.k8s.io/v1alpha2 TCPRoute is deprecated; use gateway.networking.k8s.io/v1",
    ]);
    const unknown = first.err.match(/no matches for kind/g)?.length ?? 0;
    assert.equal(first.out.match(/ created$/gm)?.length, samples.length - unknown);
    const kinds = new Set([...first.err.matchAll(/no matches for kind "(\w+)"/g)].map(([, kind]) => kind));
    const known = write(
      "known.json",
      samples.filter(({ kind }) => !kinds.has(kind)),
    );
    const versions = () => kubectl(["get", "-f", known, "-o", "jsonpath={.items[*].metadata.resourceVersion}"]).out;
    const before = versions();
    const second = kubectl(["apply", "-f", known]);
    const sent = second.out.split("\n").filter((line) => line !== "" && !line.endsWith(" unchanged"));
    // kubectl itself cannot see these to be the same: a status in the manifest, or defaults inside of lists.
    assert.deepEqual([...new Set(sent.map((line) => line.split("/")[0]))].sort(), [
      "customresourcedefinition.apiextensions.k8s.io",
      "gateway.gateway.networking.k8s.io",
      "httproute.gateway.networking.k8s.io",
      "tcproute.gateway.networking.k8s.io",
      "validatingwebhookconfiguration.admissionregistration.k8s.io",
    ]);
    assert.equal(versions(), before);
  });
});
