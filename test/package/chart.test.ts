import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { suite, test } from "node:test";
import { roleRules } from "../../scripts/package/chart-rules.ts";
import {
  baseFiles,
  baseFolder,
  baseNamespace,
  defaultManifests,
  type Manifest,
  manifestsIn,
} from "../../scripts/package/kustomize-base.ts";
import { parseEdgeSettings, parseSettings, settingsTable } from "../../src/settings/index.ts";
import { scratch } from "../tools/fairway.ts";
import { helmPath, kubectlPath } from "../tools/kubectl.ts";
import { chart, refusal, render, valueSets } from "./chart.ts";

interface Container {
  readonly args: readonly string[];
  readonly image: string;
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
}

interface PodSpec {
  readonly containers: readonly [Container];
  readonly securityContext: object;
  readonly serviceAccountName: string;
}

const of = (manifests: readonly Manifest[], kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const podOf = (manifest: Manifest | undefined) =>
  (manifest as unknown as { readonly spec: { readonly template: { readonly spec: PodSpec } } }).spec.template.spec;
const deploymentPod = (manifests: readonly Manifest[]) => podOf(of(manifests, "Deployment")[0]);

/** The flags of a container, as the program reads them; what Kubernetes fills in is filled in. */
function flagsOf({ args }: Container): { readonly [flag: string]: string } {
  const flags = args.slice(1).map((arg) => /^--([^=]+)=(.*)$/.exec(arg)?.slice(1, 3) ?? assert.fail(arg));
  return Object.fromEntries(
    flags.map(([flag, value = ""]) => [flag, value.replaceAll("$(POD_NAMESPACE)", "istio-system")]),
  );
}

/** The settings of the pods of a Deployment. */
function settingsOf(manifests: readonly Manifest[]) {
  const flags = flagsOf(deploymentPod(manifests).containers[0]);
  return parseSettings(Object.fromEntries(settingsTable.map(({ name, flag }) => [name, flags[flag]])), {});
}

suite("the chart", () => {
  test("has nothing that helm lint finds fault with", () => {
    execFileSync(helmPath(), ["lint", "--strict", chart], { stdio: "pipe" });
  });

  test("starts Fairway on the cluster's API server, for whoever reaches its Service", () => {
    const settings = settingsOf(render({}));
    assert.equal(settings.kubeconfig, "in-cluster");
    assert.equal(settings.rootNamespace, "istio-system");
    for (const address of [settings.xdsAddress, settings.xdsTlsAddress, settings.httpAddress]) {
      assert.equal(address.host, "");
    }
    assert.deepEqual(settings.xdsTlsNames, [
      "fairway",
      "fairway.istio-system",
      "fairway.istio-system.svc",
      "fairway.istio-system.svc.cluster.local",
    ]);
    assert.equal(settings.ctrlzAddress.host, "127.0.0.1");
  });

  test("hands settings on as they are meant, also large numbers, switches and other names", () => {
    const manifests = render(valueSets["with everything"] ?? {});
    const settings = settingsOf(manifests);
    assert.equal(settings.debounceAfter, 200);
    assert.equal(settings.xdsMaxMessage, 8_388_608);
    assert.equal(settings.flowControl, false);
    assert.ok(settings.xdsTlsNames.includes("istiod.istio-system.svc"));
    assert.equal(settings.xdsAddress.host, "127.0.0.1");
    for (const service of of(manifests, "Service")) assert.doesNotMatch(JSON.stringify(service), /15010/);
    const edge = podOf(of(manifests, "DaemonSet")[0]).containers[0];
    const flags = flagsOf(edge);
    const named = { nodeName: "n", offlineAfter: flags["offline-after"], debug: flags["debug"] };
    assert.deepEqual([parseEdgeSettings(named, {}).offlineAfter, parseEdgeSettings(named, {}).debug], [10_000, true]);
  });

  for (const [what, values] of Object.entries(valueSets)) {
    test(`${what}: pods write nothing but what is mounted, and may do nothing but run`, () => {
      const manifests = render(values);
      for (const workload of [...of(manifests, "Deployment"), ...of(manifests, "DaemonSet")]) {
        const { containers, securityContext } = podOf(workload);
        assert.deepEqual(containers[0].securityContext, {
          ...(workload.kind === "DaemonSet" && { runAsUser: 0 }),
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        const { seccompProfile, runAsNonRoot } = securityContext as { seccompProfile?: object; runAsNonRoot?: boolean };
        assert.deepEqual(seccompProfile, { type: "RuntimeDefault" });
        assert.equal(runAsNonRoot, workload.kind === "Deployment" ? true : undefined);
        const written = flagsOf(containers[0])[workload.kind === "Deployment" ? "data-dir" : "cache-dir"];
        assert.ok(
          containers[0].volumeMounts.some(({ mountPath, readOnly }) => written?.startsWith(mountPath) && !readOnly),
        );
      }
    });
  }

  test("grants what the code does and no more: in the cluster, or in the namespaces that are watched", () => {
    const rules = roleRules();
    const granted = (manifests: readonly Manifest[]) =>
      Object.fromEntries(
        [...of(manifests, "ClusterRole"), ...of(manifests, "Role")].map(({ metadata, rules }) => [
          metadata.namespace ?? "",
          rules,
        ]),
      );
    assert.deepEqual(granted(render({})), { "": [...rules.cluster, ...rules.watched], "istio-system": rules.own });
    assert.deepEqual(granted(render(valueSets["in two namespaces"] ?? {})), {
      "": rules.cluster,
      default: rules.watched,
      shop: rules.watched,
      "istio-system": [...rules.watched, ...rules.own],
    });
    assert.deepEqual(granted(render(valueSets["with roles of others"] ?? {})), {});
    for (const { verbs, resources } of Object.values(rules).flat()) {
      assert.ok(![...verbs, ...resources].includes("*"));
    }
  });

  test("names the image by tag, by the chart's version or by digest", () => {
    const image = (values: object) => deploymentPod(render({ image: values })).containers[0].image;
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    assert.equal(image({}), `fairway:${version}`);
    assert.equal(image({ repository: "a/b", tag: "c" }), "a/b:c");
    assert.equal(image({ digest: `sha256:${"a".repeat(64)}`, tag: "c" }), `fairway@sha256:${"a".repeat(64)}`);
  });

  const wrong: readonly (readonly [string, object, RegExp])[] = [
    ["a value that is not there", { replica: 3 }, /'replica' not allowed/],
    ["a part that is not there", { image: { name: "x" } }, /'name' not allowed/],
    ["a wrong type", { replicas: "three" }, /got string, want integer/],
    ["a setting that is not there", { settings: { "debounce-befor": "1s" } }, /'debounce-befor' not allowed/],
    ["a setting that the chart decides on", { settings: { "data-dir": "/x" } }, /'data-dir' not allowed/],
    ["a setting of the embedded store", { settings: { "history-age": "1h" } }, /'history-age' not allowed/],
    ["a duration without a unit", { settings: { "debounce-after": "100" } }, /does not match pattern/],
    ["a switch that is a word", { settings: { "flow-control": "yes" } }, /want boolean/],
    ["a log level that is none", { settings: { "log-level": "loud" } }, /must be one of/],
    ["a wrapper without a server", { edge: { enabled: true } }, /edge\.server must be the URL/],
    ["a server that is no URL", { edge: { enabled: true, server: "10.0.0.1" } }, /does not match pattern/],
  ];
  for (const [what, values, message] of wrong) {
    test(`${what} is refused`, () => assert.match(refusal(values as { readonly [name: string]: unknown }), message));
  }
});

suite("the kustomize base", () => {
  test("is what the chart makes by default: else run `npm run kustomize`", () => {
    for (const [name, text] of baseFiles()) assert.equal(readFileSync(`${baseFolder}/${name}`, "utf8"), text, name);
  });

  test("is built by kubectl to the chart's default objects", () => {
    const built = manifestsIn(execFileSync(kubectlPath(), ["kustomize", baseFolder], { encoding: "utf8" }));
    const byName = (manifests: readonly Manifest[]) =>
      new Map(manifests.map((manifest) => [`${manifest.kind}/${manifest.metadata.name}`, manifest]));
    assert.deepEqual(byName(built), byName(defaultManifests()));
  });

  test("goes into another namespace, with another image, by an overlay", (t) => {
    const { dir, remove } = scratch();
    t.after(remove);
    // Kustomize takes no absolute paths.
    const overlay = {
      resources: [relative(realpathSync(dir), resolve(baseFolder))],
      namespace: "elsewhere",
      images: [{ name: "fairway", newName: "example.com/fairway", newTag: "2" }],
    };
    writeFileSync(join(dir, "kustomization.yaml"), JSON.stringify(overlay));
    const built = manifestsIn(execFileSync(kubectlPath(), ["kustomize", dir], { encoding: "utf8" }));
    assert.equal(deploymentPod(built).containers[0].image, "example.com/fairway:2");
    for (const { metadata } of built) assert.notEqual(metadata.namespace, baseNamespace);
    for (const binding of [...of(built, "RoleBinding"), ...of(built, "ClusterRoleBinding")]) {
      assert.deepEqual(binding["subjects"], [{ kind: "ServiceAccount", name: "fairway", namespace: "elsewhere" }]);
    }
    assert.doesNotMatch(JSON.stringify(deploymentPod(built)), /istio-system/);
  });
});
