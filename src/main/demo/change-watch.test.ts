import assert from "node:assert/strict";
import { beforeEach, suite, test } from "node:test";
import type { ConnectedClient, Subscription } from "../../deliver/index.ts";
import { globalChange } from "../../mesh/index.ts";
import type { Call } from "./call.ts";
import { ChangeWatch } from "./change-watch.ts";

const key = "networking.istio.io/VirtualService/default/reviews";
const client = (name: string) => ({ id: `${name}-1`, proxy: { name } }) as unknown as ConnectedClient;
const [web, ingress] = [client("web"), client("ingress")];
const cost = { bytes: 1, makeSeconds: 0, sendSeconds: 0 };

suite("the watch on the last change", () => {
  let now = 0;
  let watch: ChangeWatch;
  const change = (...keys: readonly string[]) => watch.changed({ ...globalChange, keys: new Set(keys) });
  const send = (to: ConnectedClient, type = "rds") => watch.delivery.sent(to, type, cost);
  const answer = (by: ConnectedClient, error?: string, type = "rds") => {
    const subscription = { type, acknowledgement: { error } } as unknown as Subscription;
    watch.delivery.answered(by, subscription, error === undefined ? "accepted" : "refused");
  };
  const call = (more: Partial<Call>) =>
    watch.observe({
      ...{ from: "web", to: "reviews", version: "v1", mirrored: false, ok: true, latency: 1, mark: "", at: now },
      ...more,
    });

  beforeEach(() => {
    now = 10_000;
    watch = new ChangeWatch(() => now);
  });

  test("knows of none at first, whatever is sent", () => {
    send(web);
    answer(web);
    call({});
    assert.equal(watch.last, undefined);
  });

  test("is over when every proxy has acknowledged everything that it was sent", () => {
    change(key);
    now += 100;
    send(web, "cds");
    send(web, "rds");
    send(ingress, "cds");
    now += 5;
    answer(web, undefined, "cds");
    answer(ingress, undefined, "cds");
    assert.equal(watch.last?.acknowledged, undefined);
    now += 2;
    answer(web, undefined, "rds");
    assert.deepEqual(
      [watch.last?.objects, watch.last?.proxies, watch.last?.acknowledged],
      [[key], ["web", "ingress"], 107],
    );
  });

  test("keeps why a proxy refused", () => {
    change(key);
    send(web);
    answer(web, "no such cluster");
    assert.equal(watch.last?.refused, "no such cluster");
    assert.equal(watch.last?.acknowledged, undefined);
  });

  test("is seen by the first call that goes as none went before", () => {
    call({ version: "v1" });
    call({ version: "v2" });
    change(key);
    now += 50;
    call({ version: "v3" });
    assert.equal(watch.last?.seen, undefined, "nothing was sent yet: it cannot be because of the change");
    send(web);
    now += 10;
    call({ version: "v2" });
    assert.equal(watch.last?.seen, undefined);
    call({ version: "v2", mark: "canary" });
    now += 10;
    call({ version: "v1", mark: "canary" });
    assert.equal(watch.last?.seen, 60);
  });

  test("takes no old call for what calls were like before", () => {
    call({ mark: "canary" });
    now += 10_000;
    call({ mark: "testers" });
    change(key);
    send(web);
    now += 1;
    call({ mark: "canary" });
    assert.equal(watch.last?.seen, 1);
  });

  test("takes changes that go out together as one, and those after it as the next", () => {
    change("a");
    now += 10;
    change("b", "a");
    send(web);
    answer(web);
    assert.deepEqual([watch.last?.objects, watch.last?.acknowledged], [["a", "b"], 10]);
    now += 10;
    change("c");
    assert.deepEqual([watch.last?.objects, watch.last?.proxies], [["c"], []]);
  });
});
