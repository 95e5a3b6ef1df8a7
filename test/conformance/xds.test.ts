import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { readScenarios, type Scenario } from "./gherkin.ts";
import { type Mode, type ServiceName, type Transport, XdsWorld } from "./xds-world.ts";

const fixtures = process.env["FAIRWAY_FIXTURES"] ?? join(import.meta.dirname, "../../../shared/fixtures");
const folder = join(fixtures, "xds-conformance");
const skip = existsSync(folder) ? false : "needs the shared fixtures (FAIRWAY_FIXTURES)";

const list = (text: string) => text.split(",");

/** Names, each with the version it came at last. */
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

type Step = (world: XdsWorld, ...values: string[]) => Promise<void> | void;

/** What the client had got of a service when it was last looked at. */
const looked = new WeakMap<XdsWorld, Map<string, number>>();
const since = (world: XdsWorld, service: ServiceName) => world.of(service).slice(looked.get(world)?.get(service) ?? 0);
const look = (world: XdsWorld, service: ServiceName) => {
  const seen = looked.get(world) ?? new Map<string, number>();
  looked.set(world, seen.set(service, world.of(service).length));
};

async function setUp(world: XdsWorld, services: string, resources: string, version: string): Promise<void> {
  for (const service of list(services)) {
    for (const name of list(resources)) await world.set(service as ServiceName, name, version, false);
  }
}

function receives(world: XdsWorld, resources: string, version: string, service: string): void {
  const news = since(world, service as ServiceName);
  const got = news.flatMap((each) => [...each.resources].filter(([, at]) => at === version).map(([name]) => name));
  assert.deepEqual(sorted(got), sorted(list(resources)));
}

const steps: readonly (readonly [RegExp, Step])[] = [
  [/^a target setup with service "(.*)", resources "(.*)", and starting version "(.*)"$/, setUp],
  [/^a target setup with multiple services "(.*)", each with resources "(.*)", and starting version "(.*)"$/, setUp],
  [
    /^the Client does a wildcard subscription to "(.*)"$/,
    (world, service) => world.subscribe(service as ServiceName, []),
  ],
  [
    /^the Client subscribes to resources "(.*)" for "(.*)"$/,
    (world, names, service) => {
      look(world, service as ServiceName);
      return world.subscribe(service as ServiceName, list(names));
    },
  ],
  [
    /^the Client updates subscription to a resource\("(.*)"\) of "(.*)" with version "(.*)"$/,
    (world, name, service) => world.subscribe(service as ServiceName, [name ?? ""]),
  ],
  [
    /^the Client unsubscribes from all resources for "(.*)"$/,
    (world, service) => world.subscribe(service as ServiceName, []),
  ],
  [
    /^the Client unsubscribes from resource "(.*)" for service "(.*)"$/,
    (world, name, service) => world.unsubscribe(service as ServiceName, [name ?? ""]),
  ],
  [
    /^the resource "(.*)" of service "(.*)" is updated to version "(.*)"$/,
    (world, name, service, version) => {
      look(world, service as ServiceName);
      return world.set(service as ServiceName, name ?? "", version);
    },
  ],
  [
    /^the resource "(.*)" is added to the "(.*)" with version "(.*)"$/,
    (world, name, service, version) => {
      look(world, service as ServiceName);
      return world.set(service as ServiceName, name ?? "", version);
    },
  ],
  [
    /^the resource "(.*)" is removed from the "(.*)"$/,
    (world, name, service) => {
      look(world, service as ServiceName);
      return world.set(service as ServiceName, name ?? "", undefined);
    },
  ],
  [
    /^the Client receives the resources "(.*)" and version "(.*)" for "(.*)"$/,
    (world, names = "", version = "", service = "") => receives(world, names, version, service),
  ],
  [
    /^the Client receives only the resource "(.*)" and version "(.*)" for the service "(.*)"$/,
    (world, name = "", version = "", service = "") => {
      receives(world, name, version, service);
      const names = since(world, service as ServiceName).flatMap(({ resources }) => [...resources.keys()]);
      assert.deepEqual(names, [name]);
    },
  ],
  [
    /^the resources "(.*)" and version "(.*)" for "(.*)" came in a single response$/,
    (world, names = "", version = "", service = "") => {
      const [only, ...others] = since(world, service as ServiceName).filter(({ resources }) =>
        [...resources.values()].includes(version),
      );
      assert.deepEqual(others, []);
      assert.ok(list(names).every((name) => only?.resources.get(name) === version));
    },
  ],
  [
    /^for service "(.*)", no resource other than "(.*)" has same (?:version or )?nonce$/,
    (world, service, name) => {
      const last = world.of(service as ServiceName).at(-1);
      assert.deepEqual([...(last?.resources.keys() ?? [])], [name]);
    },
  ],
  [
    /^the Client receives notice that resource "(.*)" was removed for service "(.*)"$/,
    (world, name, service) => {
      assert.deepEqual(
        since(world, service as ServiceName).flatMap(({ removed }) => removed),
        [name],
      );
    },
  ],
  [
    /^the Client does not receive any message from "(.*)"$/,
    (world, service) => assert.deepEqual(since(world, service as ServiceName), []),
  ],
  [
    /^the client does not receive resource "(.*)" of service "(.*)" at version "(.*)"$/,
    (world, name = "", service, version) => {
      const got = since(world, service as ServiceName).map(({ resources }) => resources.get(name));
      assert.ok(!got.includes(version));
    },
  ],
  [
    /^the service never responds more than necessary$/,
    async (world) => {
      const before = world.received.length;
      await world.settle();
      assert.equal(world.received.length, before);
    },
  ],
];

async function run(scenario: Scenario, mode: Mode, transport: Transport): Promise<void> {
  const world = new XdsWorld(mode, transport);
  await world.start();
  try {
    for (const text of scenario.steps) {
      const found = steps.find(([pattern]) => pattern.test(text));
      assert.ok(found, `no step for: ${text}`);
      const [pattern, step] = found;
      await step(world, ...(pattern.exec(text)?.slice(1) ?? []));
    }
  } finally {
    await world.stop();
  }
}

describe("xDS conformance", { skip, timeout: 120_000, concurrency: 8 }, () => {
  for (const file of ["subscribing", "unsubcribing", "delta"]) {
    const scenarios = skip === false ? readScenarios(readFileSync(join(folder, `${file}.feature`), "utf8")) : [];
    for (const scenario of scenarios) {
      for (const mode of ["sotw", "delta"] as const) {
        if (!scenario.tags.includes(mode === "sotw" ? "sotw" : "incremental")) continue;
        for (const transport of ["aggregated", "non-aggregated"] as const) {
          if (!scenario.tags.includes(transport)) continue;
          test(`${mode}, ${transport}: ${scenario.title}`, () => run(scenario, mode, transport));
        }
      }
    }
  }
});
