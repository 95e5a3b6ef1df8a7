import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Listener } from "../gen/envoy/config/listener/v3.ts";
import { matchListener } from "./listener-match.ts";
import { callOf } from "./testing/call-of.ts";

const listener = (name: string, more: Partial<Listener> = {}): Listener => {
  const [address, port] = [name.slice(0, name.lastIndexOf("_")), Number(name.slice(name.lastIndexOf("_") + 1))];
  return { name, address: { socketAddress: { address, portValue: port } }, ...more };
};

const captured = { bindToPort: false } as const;
const all = [
  listener("0.0.0.0_15001", { useOriginalDst: true }),
  listener("0.0.0.0_15006"),
  listener("0.0.0.0_80", captured),
  listener("10.0.0.1_80", captured),
  listener("::_81", captured),
  listener("0.0.0.0_15021"),
];

function found(direction: "outbound" | "inbound" | "gateway", to: string): string {
  const none = new Map<string, never>();
  const listeners = new Map(all.map((message) => [message.name ?? "", { message }]));
  const config = { listeners, routes: none, clusters: none, endpoints: none };
  const match = matchListener(config, callOf(direction, to));
  return [match?.arrival.message.name, match?.handedTo?.message.name].filter((name) => name !== undefined).join(" ");
}

suite("matchListener", () => {
  test("hands captured calls to the listener of the exact address, then of the port", () => {
    assert.equal(found("outbound", "10.0.0.1:80"), "0.0.0.0_15001 10.0.0.1_80");
    assert.equal(found("outbound", "10.0.0.2:80"), "0.0.0.0_15001 0.0.0.0_80");
    assert.equal(found("outbound", "10.0.0.2:99"), "0.0.0.0_15001");
  });

  test("keeps address families apart", () => {
    assert.equal(found("outbound", "10.0.0.2:81"), "0.0.0.0_15001");
    const six = { ...callOf("outbound", "x:81"), destination: { address: "2001:db8::1", port: 81 } };
    const none = new Map<string, never>();
    const listeners = new Map([
      ["a", { message: listener("::_15001", { useOriginalDst: true }) }],
      ["b", { message: listener("::_81", captured) }],
    ]);
    assert.equal(
      matchListener({ listeners, routes: none, clusters: none, endpoints: none }, six)?.handedTo?.message.name,
      "::_81",
    );
  });

  test("hands nothing on where the listener does not ask for it", () => {
    assert.equal(found("inbound", "10.0.0.1:80"), "0.0.0.0_15006");
  });

  test("finds no socket for what is not bound", () => {
    assert.equal(found("gateway", "10.0.0.1:80"), "");
    assert.equal(found("gateway", "10.0.0.1:15021"), "0.0.0.0_15021");
  });
});
