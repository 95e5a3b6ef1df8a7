import type { BenchPlan } from "../../src/main/bench/bench-plan.ts";
import { markedChange } from "./changes.ts";
import { startFairwayTarget } from "./fairway-target.ts";
import { Fleet, type XdsType, xdsTypes } from "./fleet.ts";
import { startIstiodTarget } from "./istiod-target.ts";
import { type Leg, legsOf } from "./legs.ts";
import { type Lane, measureChange, measureChurn, measureConnect, untilIdle } from "./measure-step.ts";
import { Progress } from "./progress.ts";
import type { Holding, Measure, PushResults, Step, StepName } from "./results.ts";
import { groundObjects, meshObjects } from "./sample-mesh.ts";
import { simulatedSidecars } from "./sidecars.ts";
import { currentLoad, surroundings } from "./surroundings.ts";
import { fill } from "./target.ts";

/** Measures all that a plan asks for. All servers run from the beginning to the end, and take turns in every round. */
export async function runPlan(plan: BenchPlan, stopped: AbortSignal): Promise<PushResults> {
  const [at, begun] = [new Date().toISOString(), performance.now()];
  const before = surroundings(plan.against === "istiod");
  const legs = legsOf(plan);
  const run = new Run(plan, legs, stopped);
  // What waits for a process that is ended waits no longer.
  stopped.addEventListener("abort", () => void run.stop());
  try {
    await run.start();
    let services = 0;
    for (const leg of legs) {
      if (leg.services > services) await run.grow(services, leg.services);
      services = leg.services;
      await run.leg(leg);
    }
  } finally {
    await run.stop();
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  const { steps, holdings } = run;
  const load = [before.load[0], currentLoad()] as const;
  return { at, seconds, plan, surroundings: { ...before, load }, steps, holdings };
}

/** What runs while a plan is measured. */
class Run {
  readonly steps: Step[] = [];
  readonly holdings: Holding[] = [];
  readonly #plan: BenchPlan;
  readonly #stopped: AbortSignal;
  readonly #progress: Progress;
  readonly #lanes: Lane[] = [];
  #changes = 0;

  constructor(plan: BenchPlan, legs: readonly Leg[], stopped: AbortSignal) {
    this.#plan = plan;
    this.#stopped = stopped;
    const steps = legs.reduce((sum, { changes, churn }) => sum + 1 + changes.length + (churn ? 1 : 0), 0);
    this.#progress = new Progress(steps);
  }

  /** Starts the servers. */
  async start(): Promise<void> {
    const ground = groundObjects();
    this.#progress.note("starting fairway");
    const fairway = await startFairwayTarget();
    this.#lanes.push({ target: fairway, fleet: new Fleet() });
    await fill(fairway, ground, this.#stopped);
    if (this.#plan.against !== "istiod") return;
    this.#progress.note("starting etcd, kube-apiserver and istiod");
    const istiod = await startIstiodTarget(ground, this.#stopped);
    this.#lanes.push({ target: istiod, fleet: new Fleet() });
  }

  /** Gives every server more services. */
  async grow(from: number, to: number): Promise<void> {
    const objects = meshObjects(from, to);
    for (const { target } of this.#lanes) {
      this.#progress.note(`writing ${objects.length} objects of ${to} services to ${target.name}`);
      await fill(target, objects, this.#stopped);
      await untilIdle(target);
    }
  }

  /** Connects the sidecars of all servers, changes the mesh, and disconnects. */
  async leg(leg: Leg): Promise<void> {
    const { services, form, proxies } = leg;
    const where = `${form}, ${proxies} sidecars, ${services} services`;
    const sidecars = simulatedSidecars(proxies, services);
    const delta = form === "delta";
    await this.#step(leg, "connect", 1, 1, `${where}: connect`, (lane) => measureConnect(lane, { delta, sidecars }));
    const { rounds } = this.#plan;
    for (const { change, size } of leg.changes) {
      const text = `${where}: ${size} ${change}`;
      const act = (lane: Lane, number: number) => measureChange(lane, markedChange[change]({ number, size, services }));
      await this.#step(leg, change, size, rounds, text, act);
    }
    if (leg.churn) {
      const churn = { services, seconds: this.#plan.churnSeconds };
      await this.#step(leg, "churn", 1, 1, `${where}: churn`, (lane, number) =>
        measureChurn(lane, { ...churn, number }),
      );
    }
    for (const { target, fleet } of this.#lanes) {
      const all = await fleet.holds();
      const resources = Object.fromEntries(xdsTypes.map((type) => [type, all[type] / proxies]));
      this.holdings.push({
        server: target.name,
        services,
        form,
        proxies,
        resources: resources as Record<XdsType, number>,
      });
      await fleet.disconnect();
      await untilIdle(target);
    }
  }

  async stop(): Promise<void> {
    this.#progress.end();
    // The sidecars first: they would connect anew.
    for (const { fleet } of this.#lanes) await fleet.stop();
    for (const { target } of this.#lanes) await target.stop();
  }

  /** One step of all servers, in all its rounds. */
  async #step(
    { services, form, proxies }: Leg,
    step: StepName,
    size: number,
    rounds: number,
    text: string,
    act: (lane: Lane, number: number) => Promise<Measure>,
  ): Promise<void> {
    this.#progress.step(text);
    const measures = new Map<Lane, Measure[]>(this.#lanes.map((lane) => [lane, []]));
    // Until everything has been compiled that is compiled while it runs, if there is more than one to take the median of.
    const warmups = rounds > 1 && proxies === this.#plan.proxies[0] ? 1 : 0;
    for (let round = -warmups; round < rounds; round++) {
      const number = ++this.#changes;
      // Each is as often before the other as after it.
      for (const lane of round % 2 === 0 ? this.#lanes : this.#lanes.toReversed()) {
        this.#stopped.throwIfAborted();
        const measure = await act(lane, number);
        if (round >= 0) measures.get(lane)?.push(measure);
      }
    }
    for (const [{ target }, all] of measures) {
      this.steps.push({ server: target.name, step, form, proxies, services, size, rounds: all });
    }
  }
}
