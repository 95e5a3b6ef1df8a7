import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import type { Resource } from "../../api/index.ts";
import type { Service } from "../../core/index.ts";
import { meshSettings } from "../mesh-settings.ts";
import { buildSnapshot } from "../mesh-snapshot.ts";
import { config, registryOf, service } from "../testing/configs.ts";
import { nowhere, seesThePublic } from "./sees-the-public.ts";
import { sidecarScope } from "./sidecar-scope.ts";

const namespaces = ["a", "b", "istio-system"];
const hosts = ["x.example.com", "y.example.com", "z.example.com"];

const namespace = fc.constantFrom(...namespaces);
const seenBy = fc.constantFrom(["*"], ["*"], ["*"], ["."], ["a"], ["b"], ["a", "b"]);

const services = fc.array(
  fc.record({ namespace, host: fc.constantFrom(...hosts), seenBy }).map((made) => {
    const named = made.seenBy.map((each) => (each === "." ? made.namespace : each));
    const visibility = named.includes("*") ? ("all" as const) : new Set(named);
    const name = made.host.charAt(0);
    return service(`${made.namespace}/${name}`, { hostname: made.host, visibility, registry: "External" });
  }),
  { maxLength: 4 },
);

const host = fc.constantFrom(...hosts, "*.example.com");
const rules = fc.array(
  fc.record({ namespace, host, exportTo: seenBy, selects: fc.constantFrom(false, false, true) }).map((made) => {
    const workloadSelector = made.selects && { workloadSelector: { matchLabels: { app: "x" } } };
    return {
      kind: "DestinationRule",
      ...made,
      spec: { host: made.host, exportTo: made.exportTo, ...workloadSelector },
    };
  }),
  { maxLength: 3 },
);
const routes = fc.array(
  fc.record({ namespace, host, exportTo: seenBy }).map((made) => {
    const http = [{ route: [{ destination: { host: "z.example.com" } }] }];
    return { kind: "VirtualService", ...made, spec: { hosts: [made.host], exportTo: made.exportTo, http } };
  }),
  { maxLength: 2 },
);

/** All that clients of a namespace could ask of their scope. */
function answers(snapshot: ReturnType<typeof buildSnapshot>, from: string, all: readonly Service[]) {
  const scope = sidecarScope(snapshot, from, undefined);
  return {
    services: scope.services,
    virtualServices: scope.virtualServices,
    byHost: hosts.map((each) => [scope.service(each), scope.virtualService(each)]),
    rules: all.flatMap((each) => [undefined, {}, { app: "x" }].map((labels) => scope.destinationRule(each, labels))),
  };
}

suite("a namespace that sees what everybody sees", () => {
  test("is given the very same answers as any other", () => {
    const told = new Map<boolean, number>();
    fc.assert(
      fc.property(services, rules, routes, (all, ...configs) => {
        const resources: Resource[] = configs
          .flat()
          .map(({ kind, namespace: own, spec }, i) => config(kind, `${own}/c${i}`, spec, i));
        const settings = meshSettings({});
        const snapshot = buildSnapshot({ settings, registry: registryOf(...all), resources, now: 0 });
        const isPublic = seesThePublic(snapshot);
        const common = answers(snapshot, nowhere, all);
        for (const each of [...namespaces, "empty"]) {
          told.set(isPublic(each), (told.get(isPublic(each)) ?? 0) + 1);
          if (isPublic(each)) assert.deepEqual(answers(snapshot, each, all), common);
        }
      }),
      { numRuns: 2000 },
    );
    assert.ok(Math.min(told.get(true) ?? 0, told.get(false) ?? 0) > 1000, "both are common");
  });

  test("has one scope with all others", () => {
    const settings = meshSettings({});
    const registry = registryOf(service("a/web"), service("b/own", { visibility: new Set(["b"]) }));
    const { scopes } = buildSnapshot({ settings, registry, resources: [], now: 0 });
    assert.equal(scopes.get("a", undefined), scopes.get("c", undefined));
    assert.notEqual(scopes.get("b", undefined), scopes.get("a", undefined));
  });
});
