import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type DeltaRequest, DeltaSubscription } from "./delta-subscription.ts";
import { NameSets } from "./name-set.ts";
import { ResourceGroup } from "./resource-group.ts";
import { ResourceSet } from "./resource-set.ts";
import type { Subscription } from "./subscription.ts";
import { virtualHostResource } from "./virtual-host-name.ts";
import { VirtualHostSubscription } from "./virtual-host-subscription.ts";
import { xdsResource } from "./xds-resource.ts";
import { xdsTypes } from "./xds-types.ts";

/** Tables by name: their hosts by name, each with its content. */
interface Tables {
  readonly [table: string]: { readonly [host: string]: string };
}

const { route, virtualHost } = xdsTypes;
const resource = (type: string, name: string, content: string) => xdsResource(type, name, Buffer.from(content));

function setsOf(tables: Tables) {
  const hosts = Object.entries(tables).map(
    ([table, own]) =>
      new ResourceGroup(
        Object.entries(own).map(([host, content]) => resource(virtualHost, virtualHostResource(table, host), content)),
      ),
  );
  return {
    routes: ResourceSet.of(
      route,
      Object.keys(tables).map((table) => resource(route, table, "")),
    ),
    hosts: ResourceSet.ofDistinctGroups(virtualHost, hosts),
  };
}

const request = (fields: Partial<DeltaRequest> = {}): DeltaRequest => {
  return { subscribe: [], unsubscribe: [], initialVersions: new Map(), nonce: "", version: "", ...fields };
};

/** A client: what it asks for, and what it is sent, as `+name -name`. */
function start() {
  const names = new NameSets();
  let routes: DeltaSubscription | undefined;
  let nonces = 0;
  const hosts = new VirtualHostSubscription(() => routes);
  const bring = (subscription: Subscription, set: ResourceSet): string | undefined => {
    const update = subscription.update(set);
    if (!update) return undefined;
    subscription.sent(set, `${++nonces}`, 0);
    const added = update.parcels.flatMap(({ resources }) => resources.map(({ name }) => `+${name}`));
    return [...added, ...update.removed.map((name) => `-${name}`)].join(" ");
  };
  return {
    hosts,
    askRoutes: (fields: Partial<DeltaRequest>) => {
      routes ??= new DeltaSubscription(route, names);
      routes.take(request(fields));
    },
    askHosts: (fields: Partial<DeltaRequest> = {}) => hosts.take(request(fields)),
    /** Sends tables, then hosts; what is sent of the hosts. */
    push: (sets: ReturnType<typeof setsOf>) => {
      if (routes) bring(routes, sets.routes);
      return bring(hosts, sets.hosts);
    },
    answer: (error?: string, nonce = `${nonces}`) => hosts.take(request({ nonce, ...(error && { error }) })),
    answerRoutes: (error?: string) =>
      routes?.take(request({ nonce: routes.acknowledgement.sentNonce, ...(error && { error }) })),
  };
}

const version = (content: string) => resource(virtualHost, "", content).version;

describe("virtual hosts of a client", () => {
  test("are those of its tables, and afterwards what changes of them", () => {
    const { askRoutes, askHosts, push } = start();
    askRoutes({ subscribe: ["80"] });
    askHosts();
    const both = { "80": { a: "1", b: "1" }, "90": { c: "1" } };
    const { hosts } = setsOf(both);
    assert.equal(push({ hosts, routes: setsOf({ "80": {} }).routes }), "+80/a +80/b");
    assert.equal(push(setsOf({ "80": { a: "2", b: "1" } })), "+80/a");
    assert.equal(push(setsOf({ "80": { a: "2" } })), "-80/b");
    assert.equal(push(setsOf({ "80": { a: "2" } })), undefined);
  });

  test("are nothing as long as the client watches no tables, whatever it says that it has", () => {
    const { askRoutes, askHosts, push } = start();
    askHosts({ initialVersions: new Map([["80/a", version("1")]]) });
    assert.equal(push(setsOf({ "80": { a: "1" } })), undefined);
    askRoutes({ subscribe: ["80"], initialVersions: new Map([["80", resource(route, "80", "").version]]) });
    assert.equal(push(setsOf({ "80": { a: "1" } })), undefined);
    assert.equal(push(setsOf({ "80": { a: "1", b: "1" } })), "+80/b");
  });

  test("are sent again with a table that the client does not say it has, though it says so of them", () => {
    const { askRoutes, askHosts, push } = start();
    const claims = [
      ["80/a", version("1")],
      ["80/old", "0"],
      ["90/c", "0"],
    ] as const;
    askHosts({ initialVersions: new Map(claims) });
    askRoutes({ subscribe: ["80"] });
    assert.equal(push(setsOf({ "80": { a: "1" } })), "+80/a -80/old -90/c");
  });

  test("are sent again when the client asks for their table again, with or without a word of giving it up", () => {
    const { askRoutes, askHosts, push } = start();
    const sets = setsOf({ "80": { a: "1" }, "90": { c: "1" } });
    askRoutes({ subscribe: ["80", "90"] });
    askHosts();
    assert.equal(push(sets), "+80/a +90/c");
    askRoutes({ subscribe: ["80"] });
    assert.equal(push(sets), "+80/a");
    askRoutes({ unsubscribe: ["90"] });
    assert.equal(push({ ...sets, routes: setsOf({ "80": {} }).routes }), "-90/c");
    askRoutes({ subscribe: ["90"] });
    assert.equal(push(sets), "+90/c");
    askRoutes({ unsubscribe: ["80", "90"] });
    assert.equal(push(setsOf({})), "-80/a -90/c");
  });

  test("stay with a table that is gone for as long as the client watches it", () => {
    const { askRoutes, askHosts, push } = start();
    askRoutes({ subscribe: ["80", "90"] });
    askHosts();
    push(setsOf({ "80": { a: "1" }, "90": { b: "1", c: "1" } }));
    assert.equal(push(setsOf({ "80": { a: "1" } })), undefined);
    assert.equal(push(setsOf({ "80": { a: "1" }, "90": { c: "2" } })), "+90/c -90/b");
  });

  test("are not spoken of any more when tables come with their hosts in them", () => {
    const { askRoutes, askHosts, push } = start();
    askRoutes({ subscribe: ["80"] });
    askHosts();
    const { routes, hosts } = setsOf({ "80": { a: "1" } });
    assert.equal(push({ routes, hosts }), "+80/a");
    assert.equal(push({ routes, hosts: ResourceSet.empty(virtualHost) }), undefined);
    assert.equal(push(setsOf({ "80": { a: "2" } })), "+80/a");
  });

  test("of a table without any are one that there never was, once", () => {
    const { askRoutes, askHosts, push } = start();
    askRoutes({ subscribe: ["80"] });
    askHosts();
    assert.equal(push(setsOf({ "80": {} })), "-80/none");
    assert.equal(push(setsOf({ "80": {} })), undefined);
    assert.equal(push(setsOf({ "80": { a: "1" } })), "+80/a");
  });

  test("that were refused are sent with the next change, and what of them may be in force is taken back", () => {
    const { askRoutes, askHosts, push, answer } = start();
    askRoutes({ subscribe: ["80", "90"] });
    askHosts();
    push(setsOf({ "80": { a: "1" }, "90": { c: "1" } }));
    answer();
    const refused = setsOf({ "80": { a: "2", bad: "1" }, "90": { c: "1" } });
    push(refused);
    answer("no");
    assert.equal(push(refused), undefined);
    assert.equal(push(setsOf({ "80": { a: "2" }, "90": { c: "1" } })), "+80/a -80/bad");
    answer();
    assert.equal(push(setsOf({ "80": { a: "2" }, "90": { c: "2" } })), "+90/c");
  });

  test("are in doubt after a refusal of any response under way", () => {
    const { askRoutes, askHosts, push, answer } = start();
    askRoutes({ subscribe: ["80"] });
    askHosts();
    push(setsOf({ "80": { a: "1" } }));
    answer();
    push(setsOf({ "80": { a: "1", b: "1" } }));
    push(setsOf({ "80": { a: "1", b: "1", c: "1" } }));
    answer("no", "3");
    assert.equal(push(setsOf({ "80": { a: "1", b: "1", c: "1" } })), "+80/a +80/b +80/c");
  });

  test("are sent again with the table after one that was refused", () => {
    const { askRoutes, askHosts, push, answer, answerRoutes } = start();
    askRoutes({ subscribe: ["80"] });
    askHosts();
    const { hosts } = setsOf({ "80": { a: "1" } });
    const tableOf = (content: string) => ResourceSet.of(route, [resource(route, "80", content)]);
    assert.equal(push({ hosts, routes: tableOf("bad") }), "+80/a");
    answer();
    answerRoutes("no");
    assert.equal(push({ hosts, routes: tableOf("bad") }), undefined);
    assert.equal(push({ hosts, routes: tableOf("good") }), "+80/a");
  });

  test("are told to who asks for one by name, if only that there is no such host", () => {
    const { askRoutes, askHosts, push, hosts } = start();
    askRoutes({ subscribe: ["80"] });
    askHosts();
    push(setsOf({ "80": { a: "1" } }));
    assert.ok(askHosts({ subscribe: ["80/a", "80/b"] }).asks);
    assert.equal(push(setsOf({ "80": { a: "1" } })), "+80/a -80/b");
    assert.equal(hosts.has.size, 1);
  });
});
