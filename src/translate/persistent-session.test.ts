import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { StatefulSessionPerRoute } from "../gen/envoy/extensions/filters/http/stateful_session/v3.ts";
import { anyKeepsSessions, keepsSessions, sessionsOfRoute } from "./persistent-session.ts";

/** How a service with a label keeps sessions: name and fields of the extension. */
function stateOf(label: string, value: string): unknown {
  const [config] = Object.values(sessionsOfRoute({ labels: { [`istio.io/${label}`]: value } }) ?? {});
  const { name, typedConfig } = (config as StatefulSessionPerRoute).statefulSession?.sessionState ?? {};
  const { "@type": _, ...fields } = typedConfig ?? { "@type": "" };
  return [name, fields];
}

describe("sessions stay at their endpoint", () => {
  test("by a cookie, for all paths or the one that is said", () => {
    const name = "envoy.http.stateful_session.cookie";
    assert.deepEqual(stateOf("persistent-session", "c"), [name, { cookie: { name: "c", path: "/" } }]);
    assert.deepEqual(stateOf("persistent-session", "c:/a:b"), [name, { cookie: { name: "c", path: "/a:b" } }]);
  });

  test("by a header", () => {
    const name = "envoy.http.stateful_session.header";
    assert.deepEqual(stateOf("persistent-session-header", "x-session"), [name, { name: "x-session" }]);
  });

  test("only where a service asks for it", () => {
    assert.equal(sessionsOfRoute({ labels: {} }), undefined);
    assert.equal(keepsSessions({ labels: { "istio.io/persistent-session": "" } }), false);
    assert.equal(anyKeepsSessions([{ labels: {} }]), false);
    assert.equal(anyKeepsSessions([{ labels: {} }, { labels: { "istio.io/persistent-session-header": "h" } }]), true);
  });
});
