import assert from "node:assert/strict";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { LaneFigures } from "../../src/main/demo/tally.ts";
import { eventually } from "../tools/eventually.ts";
import { fairway } from "../tools/fairway.ts";
import { kubectlRunner } from "../tools/kubectl.ts";
import { type DemoEvent, type RunningDemo, startDemo } from "../tools/running-demo.ts";

/** Processes whose command line has this text; none can be told where there is no /proc. */
function processesOf(text: string): readonly string[] {
  const ids = existsSync("/proc/self/cmdline") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  return ids.filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8").includes(text);
    } catch {
      return false;
    }
  });
}

const lanes = (event: DemoEvent) => (event["lanes"] ?? []) as readonly LaneFigures[];
const share = (event: DemoEvent, version: string) =>
  lanes(event).find((lane) => lane.to === "reviews" && lane.version === version && !lane.mirrored)?.share ?? 0;

describe("fairway demo", { timeout: 120_000 }, () => {
  let demo: RunningDemo | undefined;
  let place: RunningDemo["started"];
  const next = (wanted: (event: DemoEvent) => boolean) => (demo as RunningDemo).next(wanted);

  before(async () => {
    demo = await startDemo();
    place = demo.started;
  });
  after(async () => {
    await demo?.end("SIGTERM");
  });

  test("carries traffic through real Envoys to every version", async () => {
    const busy = (event: DemoEvent) => lanes(event).length > 0 && lanes(event).every(({ perSecond }) => perSecond > 0);
    const event = await next(busy);
    const names = lanes(event).map(({ from, to, version }) => `${from} ${to} ${version}`);
    assert.deepEqual(names, [
      "ingress productpage v1",
      "productpage reviews v1",
      "productpage reviews v2",
      "productpage reviews v3",
      "productpage ratings v1",
    ]);
    assert.equal(event["change"], undefined);
    assert.equal(await (await fetch(place["page"] ?? "")).text(), "productpage v1\n");
  });

  test("shows how a change by kubectl moves the shares, and when it was acknowledged and seen", async () => {
    const kubectl = kubectlRunner(place["kubeconfig"] ?? "");
    const canary = join(place["changesDir"] ?? "", "canary.yaml");
    assert.match(kubectl(["apply", "-f", canary]), /virtualservice.*reviews created/);
    const event = await next((each) => share(each, "v1") > 0.6 && share(each, "v2") > 0 && share(each, "v3") === 0);
    assert.ok(share(event, "v2") < 0.4);
    const change = event["change"] as { objects: string[]; proxies: string[]; acknowledged: number; seen: number };
    assert.deepEqual(change.objects, ["networking.istio.io/VirtualService/default/reviews"]);
    assert.deepEqual(change.proxies, ["productpage"]);
    assert.ok(change.acknowledged > 0 && change.seen > 0, JSON.stringify(change));
    assert.match(kubectl(["delete", "virtualservice", "reviews"]), /deleted/);
    await next((each) => share(each, "v3") > 0.1);
  });

  test("takes changes by files as well, and tells of one that cannot be used", async () => {
    const file = join(place["meshDir"] ?? "", "reviews.yaml");
    const apply = (name: string) => copyFileSync(join(place["changesDir"] ?? "", `${name}.yaml`), file);
    apply("testers");
    await next((each) => share(each, "v2") === 0 && share(each, "v3") > 0 && share(each, "v3") < 0.3);
    apply("mirror");
    await next((each) => lanes(each).some(({ version, mirrored }) => mirrored && version === "v2"));
    apply("fault");
    const failing = await next((each) => share(each, "") > 0.05);
    assert.equal(lanes(failing).find(({ version }) => version === "")?.success, 0);
    const complaint = next(({ event }) => event === "notice");
    writeFileSync(file, "kind: [");
    assert.match(JSON.stringify(await complaint), /reviews\.yaml:1/);
  });

  test("ends on Ctrl-C and leaves neither processes nor files", async () => {
    const dir = place["dir"] ?? "";
    assert.ok(existsSync(dir));
    const { code, said } = await (demo as RunningDemo).end("SIGINT");
    demo = undefined;
    assert.equal(code, 0, said);
    assert.ok(!existsSync(dir));
    assert.deepEqual(processesOf(dir), []);
  });

  test("leaves no Envoy even if it is killed without a word", async () => {
    const killed = await startDemo();
    const dir = killed.started["dir"] ?? "";
    await killed.end("SIGKILL");
    await eventually(async () => assert.deepEqual(processesOf(dir), []));
    rmSync(dir, { recursive: true });
  });

  test("says so if an Envoy ends by itself, and stops", async () => {
    const { code, err, out } = await fairway(["demo", "--envoy", "/bin/false"]);
    assert.equal(code, 1);
    assert.match(
      err,
      /error: the demo's Envoy '(ingress|productpage)' ended \(code 1\); it said nothing \(Unavailable\)/,
    );
    assert.equal(out, "");
    const gone = await fairway(["demo", "--envoy", "/no/such/envoy"]);
    assert.match(gone.err, /'(ingress|productpage)' ended \(code 127\); the last it said is: .*\/no\/such\/envoy/);
  });

  test("refuses a rate and a duration that make no sense", async () => {
    for (const [flag, value] of [
      ["--rate", "0"],
      ["--rate", "many"],
      ["--duration", "5"],
    ] as const) {
      const { code, err } = await fairway(["demo", flag, value]);
      assert.equal(code, 2);
      assert.match(err, new RegExp(`error: ${flag} must be a .*'${value}'`));
    }
  });
});
