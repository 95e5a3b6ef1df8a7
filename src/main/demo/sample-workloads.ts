import type { IncomingHttpHeaders } from "node:http";
import { systemClock } from "../../base/clock.ts";
import { freePorts } from "../../base/free-ports.ts";
import { Agent } from "../../base/node-http.ts";
import { hostOf } from "../sample/bookinfo.ts";
import type { Call } from "./call.ts";
import { markHeader, testerHeader } from "./sample-changes.ts";
import type { SamplePorts } from "./sample-mesh.ts";
import { type StandIn, type StandInOptions, startStandIn, versionHeader } from "./stand-in.ts";
import type { Lane } from "./tally.ts";
import { timedCall } from "./timed-call.ts";

/** Milliseconds that an answer of each version of reviews takes. */
const reviewsWork: { readonly [version: string]: number } = { v1: 3, v2: 6, v3: 12 };

const lane = (from: string, to: string, version: string): Lane => ({ from, to, version, mirrored: false });

/** Who calls whom in the sample. */
export const sampleLanes: readonly Lane[] = [
  lane("ingress", "productpage", "v1"),
  ...Object.keys(reviewsWork).map((version) => lane("productpage", "reviews", version)),
  lane("productpage", "ratings", "v1"),
];

/** The programs of the sample. */
export interface SampleWorkloads {
  readonly ports: SamplePorts;
  /** Asks for the page once, by the gateway; a tester's requests are marked as such. Tells whether the page came. */
  ask(isTester: boolean): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts them. `record` is told of every call that one of them makes, or gets as a copy. */
export async function startWorkloads(record: (call: Call) => void): Promise<SampleWorkloads> {
  const [ingress = 0, pageInbound = 0, pageOutbound = 0] = await freePorts(3);
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const started: StandIn[] = [];
  const call = async (from: string, to: string, port: number, headers: { readonly [name: string]: string }) => {
    const outcome = await timedCall({ port, host: hostOf(to), headers, agent });
    const ok = outcome.status >= 200 && outcome.status < 400;
    const text = (name: string) => String(outcome.headers[name] ?? "");
    const { latency, at } = outcome;
    record({ from, to, version: text(versionHeader), mirrored: false, ok, latency, mark: text(markHeader), at });
    return ok;
  };
  const start = async (options: StandInOptions) => {
    const standIn = await startStandIn(options);
    started.push(standIn);
    return standIn.port;
  };
  const startCalled = (service: string, version: string, work: number) => {
    const mirrored = (latency: number) => {
      const at = systemClock.monotonic();
      record({ from: "productpage", to: service, version, mirrored: true, ok: true, latency, mark: "", at });
    };
    return start({ service, version, work, mirrored });
  };
  // The page comes whatever becomes of what it is made from.
  const makePage = async (headers: IncomingHttpHeaders) => {
    const handedOn = testerHeader in headers ? { [testerHeader]: String(headers[testerHeader]) } : {};
    await Promise.all(["reviews", "ratings"].map((to) => call("productpage", to, pageOutbound, handedOn)));
  };
  const reviews: { [version: string]: number } = {};
  for (const [version, work] of Object.entries(reviewsWork)) {
    reviews[version] = await startCalled("reviews", version, work);
  }
  const ratings = await startCalled("ratings", "v1", 2);
  const page = await start({ service: "productpage", version: "v1", work: 0, before: makePage });
  return {
    ports: { ingress, pageInbound, page, pageOutbound, reviews, ratings },
    ask: (isTester) => call("ingress", "productpage", ingress, isTester ? { [testerHeader]: "yes" } : {}),
    async close() {
      agent.destroy();
      await Promise.all(started.map((each) => each.close()));
    },
  };
}
