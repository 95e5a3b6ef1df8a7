import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Answer,
  actualAnswer,
  expectedAnswer,
  type NodeName,
  skipReason,
  translateCase,
} from "../../../test/golden/istiod-xds.ts";
import { type Call, type Named, type ProxyConfig, type Trace, walkCall } from "../index.ts";
import { callOf } from "./call-of.ts";

export const mesh = ["istio-http/1.1", "istio", "http/1.1"];
export const meshTcp = ["istio-peer-exchange", "istio"];

export const outbound = (to: string, more: Partial<Call> = {}) => callOf("outbound", to, more);
export const inbound = (to: string, more: Partial<Call> = {}) => callOf("inbound", to, more);
export const toGateway = (port: number, more: Partial<Call> = {}) => callOf("gateway", `10.10.1.81:${port}`, more);

/** What istiod sent to a node. */
export function goldenConfig(name: string, node: NodeName): ProxyConfig {
  return configOf(expectedAnswer(name, node));
}

function configOf(answer: Answer): ProxyConfig {
  const all = <M>(list: keyof Answer): Named<M> =>
    new Map([...answer[list]].map(([each, message]) => [each, { message: message as M }]));
  return { listeners: all("listeners"), routes: all("routes"), clusters: all("clusters"), endpoints: all("endpoints") };
}

/** Who may have made a configuration; a call must fare the same by each. */
const makers = {
  istiod: goldenConfig,
  Fairway: (name: string, node: NodeName) => configOf(actualAnswer(translateCase(name, node))),
} as const;

/** Where a call ended, in one line: `cluster`, `75% cluster 25% cluster`, `404 no-route`, `no-listener`. */
export function endOf({ outcome }: Trace): string {
  switch (outcome.kind) {
    case "closed":
      return outcome.reason;
    case "answered":
      return [outcome.status, outcome.reason, ...(outcome.location ? [outcome.location] : [])].join(" ");
    case "forwarded": {
      const [only, ...more] = outcome.destinations;
      if (more.length === 0) return only?.cluster ?? "";
      return outcome.destinations.map(({ cluster, share }) => `${Math.round(share * 100)}% ${cluster}`).join(" ");
    }
  }
}

/** A row: what it shows, the call, where it must end, and names that it must have matched. */
export type Row = readonly [what: string, call: Call, end: string, matched?: Trace["matched"]];

/** A test for each row, on what a node is told in a case: by istiod, and by Fairway. */
export function checkRows(name: string, node: NodeName, rows: readonly Row[]): void {
  for (const [maker, make] of Object.entries(makers)) {
    let made: ProxyConfig | undefined;
    for (const [what, call, end, matched] of rows) {
      test(`${what} (${name}, ${node}, by ${maker})`, { skip: skipReason }, () => {
        made ??= make(name, node);
        const trace = walkCall(made, call);
        const told = trace.steps.map(({ kind, text }) => `${kind}: ${text}`).join("\n");
        assert.equal(endOf(trace), end, told);
        if (matched) assert.deepEqual({ ...trace.matched, ...matched }, trace.matched, told);
      });
    }
  }
}
