import { mkdirSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import type { KubeObject } from "../peers/kube-client.ts";
import { scratch } from "../tools/fairway.ts";
import { startAgent } from "./agent.ts";
import { ControlPlane, xdsTlsAddress } from "./control-plane.ts";
import { Pod } from "./pod.ts";
import { PodNetwork } from "./pod-network.ts";
import {
  type PodFacts,
  type PodPhase,
  podObject,
  type ServiceSpec,
  selects,
  serviceObject,
  sliceObject,
} from "./pod-objects.ts";
import { type PodSpec, podFacts, portsOf, proxyFlags } from "./pod-spec.ts";
import { startSidecar } from "./sidecar.ts";
import { withHosts } from "./with-hosts.ts";

/** What a mesh of pods is made from. */
export interface PodsOptions {
  readonly services?: readonly ServiceSpec[];
  readonly pods: readonly PodSpec[];
  /** What else is there before the pods are. */
  readonly objects?: readonly KubeObject[];
  /** The settings of the mesh. */
  readonly meshConfig?: object;
  /** More flags of `fairway up`. */
  readonly flags?: readonly string[];
}

/** Starts a control plane, and pods with real Envoys that it configures; `await using` ends everything. */
export async function startPods(options: PodsOptions): Promise<PodMesh> {
  const { services = [], pods, objects = [] } = options;
  const mesh = await PodMesh.start(options);
  try {
    for (const name of new Set([
      "istio-system",
      ...[...services, ...pods].map(({ namespace = "default" }) => namespace),
    ]))
      await mesh.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
    await mesh.apply(...objects);
    for (const service of services) await mesh.addService(service);
    const started = await Promise.allSettled(pods.map((pod) => mesh.addPod(pod)));
    for (const each of started) if (each.status === "rejected") throw each.reason;
    return mesh;
  } catch (error) {
    await mesh[Symbol.asyncDispose]();
    throw error;
  }
}

/** A mesh in which traffic flows: the control plane, its objects, and the pods. */
export class PodMesh implements AsyncDisposable {
  readonly controlPlane: ControlPlane;
  readonly #place: Place;
  readonly #services = new Map<string, { readonly spec: ServiceSpec; readonly address: string }>();
  readonly #pods = new Map<string, { readonly pod: Pod; phase: PodPhase }>();
  #addresses = 0;
  #turn: Promise<void> = Promise.resolve();

  private constructor(place: Place, controlPlane: ControlPlane) {
    this.#place = place;
    this.controlPlane = controlPlane;
  }

  /** The control plane alone, without any object. */
  static async start({ flags, meshConfig }: PodsOptions): Promise<PodMesh> {
    const network = new PodNetwork();
    const place = { network, ...scratch() };
    try {
      return new PodMesh(
        place,
        await ControlPlane.start({ dir: place.dir, within: network.switch, meshConfig, flags }),
      );
    } catch (error) {
      leave(place);
      throw error;
    }
  }

  /** A pod by its name. */
  pod(name: string): Pod {
    return this.#known(name).pod;
  }

  /** All pods that run. */
  get pods(): readonly Pod[] {
    return Array.from(this.#pods.values(), ({ pod }) => pod);
  }

  /** Writes objects one after the other, whether they are there already or not. */
  async apply(...objects: readonly KubeObject[]): Promise<void> {
    for (const object of objects) await this.controlPlane.api.apply(object);
  }

  /** Deletes objects; what is not there is fine. */
  async remove(...objects: readonly KubeObject[]): Promise<void> {
    for (const object of objects) await this.controlPlane.api.remove(object);
  }

  async addService(spec: ServiceSpec): Promise<void> {
    const { name, namespace = "default", clusterIP } = spec;
    const address = clusterIP ?? `10.96.1.${++this.#addresses}`;
    await this.apply(serviceObject(spec, address));
    this.#services.set(`${name}.${namespace}`, { spec, address });
    await this.#writeEndpoints([spec]);
  }

  /** Deletes a Service, and its endpoints as a cluster would. */
  async removeService(name: string, namespace = "default"): Promise<void> {
    const found = this.#services.get(`${name}.${namespace}`);
    if (!found) throw new Error(`there is no Service ${name} in ${namespace}`);
    this.#services.delete(`${name}.${namespace}`);
    await this.remove(serviceObject(found.spec, found.address), sliceObject(found.spec, []));
  }

  /** Starts a pod; resolves when its Envoy serves and it is an endpoint of the Services that select it. */
  async addPod(spec: PodSpec): Promise<Pod> {
    const facts = podFacts(spec, `10.244.1.${++this.#addresses}`);
    const { name, labels } = facts;
    const { proxy = "sidecar", outside = false } = spec;
    const { network, dir } = this.#place;
    const within = network.addPod(name, facts.address);
    // Before anything runs there: the rules would break connections that are being made.
    if (proxy === "sidecar") network.capture(name);
    const own = join(dir, "pods", name);
    mkdirSync(own, { recursive: true });
    // The control plane has to know the pod before its proxy asks.
    if (!outside) await this.apply(podObject(facts));
    const flags = [...proxyFlags(facts, spec), "--xds-tls-address", xdsTlsAddress];
    const [agent, sidecar] = await Promise.all([
      startAgent(within, join(own, "agent.sock")),
      proxy === "none"
        ? undefined
        : startSidecar(own, withHosts(within, own, spec.hosts), [...flags, "--data-dir", this.controlPlane.dataDir]),
    ]);
    const pod = new Pod({ facts, agent, sidecar, resolve: (host) => this.#resolve(host, facts.namespace) });
    this.#pods.set(name, { pod, phase: "unready" });
    const { app: service = name, version = "" } = labels;
    const calls = (spec.calls ?? []).map((url) => pod.callTo(url));
    await agent.order("serve", { service, version, pod: name, ports: portsOf(spec), pair: spec.pair, calls });
    await pod.ready();
    if (!outside) await this.setPhase(name, "ready");
    return pod;
  }

  /** Changes how a pod stands with its Services, without touching it. */
  async setPhase(name: string, phase: PodPhase): Promise<void> {
    const known = this.#known(name);
    known.phase = phase;
    await this.#writeEndpoints(this.#servicesOf(known.pod.facts));
  }

  /** Ends a pod at once and takes it out of its Services; let it drain before, where no call may be lost. */
  async removePod(name: string): Promise<void> {
    const { pod } = this.#known(name);
    this.#pods.delete(name);
    await this.#writeEndpoints(this.#servicesOf(pod.facts));
    await this.remove(podObject(pod.facts));
    await pod.stop();
    this.#place.network.removePod(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.pods.map((pod) => pod.stop()), this.controlPlane.close()]);
    leave(this.#place);
  }

  #known(name: string) {
    const found = this.#pods.get(name);
    if (!found) throw new Error(`there is no pod ${name}`);
    return found;
  }

  #servicesOf(facts: PodFacts): readonly ServiceSpec[] {
    return Array.from(this.#services.values(), ({ spec }) => spec).filter((spec) => selects(spec, facts));
  }

  /** One after the other, as the one controller of a cluster does. */
  #writeEndpoints(services: readonly ServiceSpec[]): Promise<void> {
    const written = this.#turn.then(() => this.#writeSlices(services));
    this.#turn = written.catch(() => undefined);
    return written;
  }

  async #writeSlices(services: readonly ServiceSpec[]): Promise<void> {
    const all = Array.from(this.#pods.values(), ({ pod: { facts }, phase }) => ({ facts, phase }));
    const slices = services.map((service) =>
      sliceObject(
        service,
        all.filter(({ facts }) => selects(service, facts)),
      ),
    );
    await this.apply(...slices);
  }

  /** What the DNS of the cluster would answer. */
  #resolve(host: string, namespace: string): string {
    if (isIP(host)) return host;
    const [name = "", within = namespace] = host.replace(/\.svc(\.cluster\.local)?\.?$/, "").split(".");
    const found = this.#services.get(`${name}.${within}`);
    if (!found) throw new Error(`no Service is called ${host}: name an address, and the host in the options`);
    return found.address;
  }
}

/** What a mesh takes of the machine. */
interface Place {
  readonly network: PodNetwork;
  readonly dir: string;
  readonly remove: () => void;
}

function leave({ network, remove }: Place): void {
  network.close();
  remove();
}
