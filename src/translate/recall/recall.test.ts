import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Service } from "../../core/index.ts";
import type { SidecarScope } from "../../mesh/index.ts";
import { service } from "../../mesh/testing/configs.ts";
import { viewFor } from "../testing/view.ts";
import { type OutboundView, outboundView, type View } from "../view.ts";
import { Recall, type Remembered } from "./recall.ts";
import { readOutbound, readView } from "./view-reader.ts";

const a = service("app/a");
const b = service("app/b");
const view = outboundView(viewFor({ services: [a, b] }));

/** The view with some lookups of its Sidecar answered otherwise. */
function withSidecar(sidecar: Partial<SidecarScope>): OutboundView {
  return { ...view, scope: { ...view.scope, sidecar: { ...view.scope.sidecar, ...sidecar } } };
}

/** Makes one piece for each host, and tells which were made. */
function pass(of: OutboundView, lent?: Remembered<OutboundView>, hosts = [a, b]) {
  const made: string[] = [];
  const recall = new Recall(of, readOutbound, lent);
  const results = recall.all((all) =>
    hosts.map(({ hostname }) =>
      all.piece(hostname, [], ({ scope }) => {
        made.push(hostname);
        return [scope.sidecar.service(hostname)?.ports.length];
      }),
    ),
  );
  return { made, memory: recall.memory, results };
}

/** The same in a group; tells also whether its pieces were looked at. */
function grouped(of: OutboundView, given: readonly unknown[], lent?: Remembered<OutboundView>) {
  const made: string[] = [];
  let looked = false;
  const recall = new Recall(of, readOutbound, lent);
  const results = recall.all((all) =>
    all.group("hosts", given, (group) => {
      looked = true;
      return [a, b].map(({ hostname }) =>
        group.piece(hostname, [], ({ scope }) => {
          made.push(hostname);
          return [scope.sidecar.service(hostname)?.ports.length];
        }),
      );
    }),
  );
  return { made, looked, memory: recall.memory, results };
}

describe("what is recalled", () => {
  test("is made again only if something else would be read for it", () => {
    const first = pass(view);
    assert.equal(first.made.length, 2);
    const same = pass(withSidecar({ virtualServices: [] }), { before: first.memory });
    assert.deepEqual(same.made, []);
    assert.equal(same.results[0], first.results[0]);
    const grown: Service = { ...b, ports: [] };
    const of = withSidecar({ service: (host) => (host === b.hostname ? grown : view.scope.sidecar.service(host)) });
    assert.deepEqual(pass(of, { before: same.memory }).made, [b.hostname]);
  });

  test("stays the same object if it turns out to be equal", () => {
    const first = pass(view);
    const renamed: Service = { ...b, created: 5 };
    const of = withSidecar({ service: (host) => (host === b.hostname ? renamed : view.scope.sidecar.service(host)) });
    const second = pass(of, { before: first.memory });
    assert.deepEqual([second.made, second.results[1] === first.results[1]], [[b.hostname], true]);
  });

  test("depends on what it is given", () => {
    const make = (given: readonly unknown[], lent?: Remembered<OutboundView>) => {
      let made = false;
      const recall = new Recall(view, readOutbound, lent);
      recall.all((all) =>
        all.piece("x", given, () => {
          made = true;
        }),
      );
      return { made, memory: recall.memory };
    };
    const { memory } = make([a, { port: 80 }]);
    const kept = make([a, { port: 80 }], { before: memory });
    assert.ok(!kept.made);
    assert.ok(make([a, { port: 81 }], { before: kept.memory }).made);
  });

  test("is not looked at in a group of which nothing is another, and looked at one by one if something is", () => {
    const first = grouped(view, [a]);
    const second = grouped(withSidecar({ virtualServices: [] }), [a], { before: first.memory });
    assert.deepEqual([first.made.length, second.looked, second.results === first.results], [2, false, true]);
    const grown: Service = { ...b, ports: [] };
    const of = withSidecar({ service: (host) => (host === b.hostname ? grown : view.scope.sidecar.service(host)) });
    const third = grouped(of, [a], { before: second.memory });
    assert.deepEqual([third.looked, third.made], [true, [b.hostname]]);
    assert.deepEqual([third.results[0] === first.results[0], third.results[1]], [true, [0]]);
    const fourth = grouped(of, [b], { before: third.memory });
    assert.deepEqual([fourth.looked, fourth.made, fourth.results === third.results], [true, [], true]);
    const fifth = grouped(view, [b], { before: fourth.memory });
    assert.deepEqual([fifth.looked, fifth.made, fifth.results], [true, [b.hostname], first.results]);
  });

  test("is told to be unchanged in a group only where nothing can be another", () => {
    const told = (of: OutboundView, lent?: Remembered<OutboundView>) => {
      const recall = new Recall(of, readOutbound, lent);
      const unchanged: string[] = [];
      recall.all((all) =>
        all.group("hosts", [], (group) =>
          [a, b].map(({ hostname }) => {
            const known = group.unchanged<number>(hostname);
            if (known !== undefined) unchanged.push(hostname);
            return known ?? group.piece(hostname, [], ({ scope }) => scope.sidecar.service(hostname)?.ports.length);
          }),
        ),
      );
      return { unchanged, memory: recall.memory };
    };
    const first = told(view);
    const of = withSidecar({ service: (host) => (host === b.hostname ? { ...b, ports: [] } : a) });
    const second = told(of, { before: first.memory });
    assert.deepEqual([first.unchanged, second.unchanged], [[], [a.hostname]]);
    // What was only told to be unchanged is kept as well.
    assert.deepEqual(told(view, { before: second.memory }).unchanged, [a.hostname]);
  });

  test("is made anew in a group whose making failed", () => {
    const grouped = (of: OutboundView, fail: boolean, lent?: Remembered<OutboundView>) => {
      const recall = new Recall(of, readOutbound, lent);
      const make = () =>
        recall.all((all) =>
          all.group("hosts", [], (group) =>
            group.piece(a.hostname, [], ({ scope }) => {
              const ports = scope.sidecar.service(a.hostname)?.ports.length;
              if (fail) throw new Error("no");
              return ports;
            }),
          ),
        );
      return { memory: recall.memory, make };
    };
    const first = grouped(view, false);
    const ports = first.make();
    const of = withSidecar({ service: () => ({ ...a, ports: [] }) });
    const second = grouped(of, true, { before: first.memory });
    assert.throws(second.make, /no/);
    assert.notEqual(ports, 0);
    assert.equal(grouped(of, false, { before: second.memory }).make(), 0);
  });

  test("is lent to another view, and neither learns what the other makes of it", () => {
    const grown: Service = { ...b, ports: [] };
    const other = withSidecar({ service: (host) => (host === b.hostname ? grown : view.scope.sidecar.service(host)) });
    const first = grouped(view, [a]);
    const lent = grouped(other, [a], { like: first.memory });
    assert.deepEqual([lent.made, lent.results[0] === first.results[0]], [[b.hostname], true]);
    // Each goes on with its own.
    const [next, nextLent] = [
      grouped(view, [a], { before: first.memory }),
      grouped(other, [a], { before: lent.memory }),
    ];
    assert.deepEqual([next.made, nextLent.made], [[], []]);
    assert.deepEqual([next.results === first.results, nextLent.results === lent.results], [true, true]);
    const whole = pass(other, { like: pass(view).memory });
    assert.deepEqual([whole.made, whole.results[1]], [[b.hostname], [0]]);
    assert.deepEqual(pass(view, { like: whole.memory }, [a]).made, []);
  });

  test("may take from another view what is equal, where it reads something else", () => {
    const lists = (of: OutboundView, lent?: Remembered<OutboundView>) => {
      const recall = new Recall(of, readOutbound, lent);
      const made = recall.all((all) =>
        all.piece("lists", [], ({ scope }, known: readonly object[] = []) => [
          known[0] ?? { all: "alike" },
          { ports: scope.sidecar.service(b.hostname)?.ports.length },
        ]),
      );
      return { made, memory: recall.memory };
    };
    const first = lists(view);
    const other = lists(withSidecar({ service: () => ({ ...b, ports: [] }) }), { like: first.memory });
    assert.equal(other.made[0], first.made[0]);
    assert.deepEqual([first.made[1], other.made[1]], [{ ports: b.ports.length }, { ports: 0 }]);
  });

  test("is forgotten with a group that a version does not ask for", () => {
    let made = 0;
    const version = (asks: boolean, lent?: Remembered<OutboundView>) => {
      const recall = new Recall(view, readOutbound, lent);
      recall.all((all) => asks && all.group("x", [], (group) => group.piece("y", [], () => ++made)));
      return recall.memory;
    };
    version(true, { before: version(true) });
    assert.equal(made, 1);
    version(true, { before: version(false, { before: version(true) }) });
    assert.equal(made, 3);
  });

  test("is forgotten when a version does not ask for it", () => {
    const { memory } = pass(view);
    const { memory: fewer } = pass(view, { before: memory }, [a]);
    assert.deepEqual(pass(view, { before: fewer }).made, [b.hostname]);
  });

  test("cannot read the view later, when nobody would know of it", () => {
    const recall = new Recall(view, readOutbound);
    const late = recall.all((all) =>
      all.piece(
        "x",
        [],
        ({ scope }) =>
          () =>
            scope.labels,
      ),
    );
    assert.throws(late, /after its planning/);
    assert.throws(() => recall.view, /all pieces were made/);
  });
});

describe("a view that is read", () => {
  const whole = viewFor({ services: [a, b] });

  /** Reads members by name, whatever they are. */
  function members(of: object, names: readonly string[]): readonly unknown[] {
    return names.map((name) => (of as { readonly [name: string]: unknown })[name]);
  }

  test("has all that the view itself has", () => {
    const readers = new Set(["sidecar", "outbound", "common"]);
    const names = Object.keys(whole.scope).filter(
      (name) => !readers.has(name) && typeof whole.scope[name as keyof View["scope"]] !== "function",
    );
    const sidecar = Object.keys(whole.scope.sidecar).filter(
      (name) => name !== "egress" && typeof whole.scope.sidecar[name as keyof SidecarScope] !== "function",
    );
    const read = new Recall<View>(whole, readView).all((all) =>
      all.piece("x", [], (each) => ({
        scope: members(each.scope, names),
        sidecar: members(each.scope.sidecar, sidecar),
        egress: each.scope.sidecar.egress.map((egress) => members(egress, ["listener", "services", "virtualServices"])),
        found: [each.scope.sidecar.service(a.hostname), each.scope.sidecar.egress[0]?.service(b.hostname)],
        lookups: [
          each.scope.sidecar.virtualService(a.hostname),
          each.scope.sidecar.destinationRule(a, each.scope.labels),
          each.registry.service(a.hostname, a.namespace),
          each.keySetAt("https://example.com"),
        ],
      })),
    );
    assert.deepEqual(read.scope, members(whole.scope, names));
    assert.deepEqual(read.sidecar, members(whole.scope.sidecar, sidecar));
    assert.deepEqual(
      read.egress,
      whole.scope.sidecar.egress.map((egress) => members(egress, ["listener", "services", "virtualServices"])),
    );
    assert.deepEqual(read.found, [a, b]);
    assert.deepEqual(read.lookups, [undefined, undefined, a, undefined]);
  });
});
