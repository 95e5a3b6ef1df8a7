import type { Labels } from "../../base/labels.ts";
import type { Service } from "../../core/index.ts";
import type { EgressScope, SidecarScope } from "../../mesh/index.ts";
import type { OutboundView } from "../view.ts";
import type { Lookup, Reading } from "./reads.ts";

type Of<A, R> = Lookup<OutboundView, A, R>;

const find = {
  namespace: ({ scope }: OutboundView) => scope.sidecar.namespace,
  sidecar: ({ scope }: OutboundView) => scope.sidecar.sidecar,
  ingress: ({ scope }: OutboundView) => scope.sidecar.ingress,
  inboundConnectionPool: ({ scope }: OutboundView) => scope.sidecar.inboundConnectionPool,
  outboundTrafficPolicy: ({ scope }: OutboundView) => scope.sidecar.outboundTrafficPolicy,
  services: ({ scope }: OutboundView) => scope.sidecar.services,
  virtualServices: ({ scope }: OutboundView) => scope.sidecar.virtualServices,
  routedHosts: ({ scope }: OutboundView) => scope.sidecar.routedHosts(),
  sources: ({ scope }: OutboundView) => scope.sidecar.sources(),
  egressCount: ({ scope }: OutboundView) => scope.sidecar.egress.length,
  service: (({ scope }, host) => scope.sidecar.service(host)) as Of<string, Service | undefined>,
  virtualService: (({ scope }, host) => scope.sidecar.virtualService(host)) as Of<
    string,
    ReturnType<SidecarScope["virtualService"]>
  >,
  rule: (({ scope }, service) => scope.sidecar.destinationRule(service, scope.labels)) as Of<Service, Rule>,
  hashingRule: (({ scope }, service) => scope.sidecar.hashingRule(service, scope.labels)) as Of<Service, Rule>,
  ownRule: (({ scope }, service) => scope.sidecar.destinationRule(service)) as Of<Service, Rule>,
} as const;

type Rule = ReturnType<SidecarScope["destinationRule"]>;

/** A scope of which everything that is read is remembered. */
export class SidecarReader implements SidecarScope {
  readonly #reads: Reading<OutboundView>;
  #egress: readonly EgressReader[] | undefined;

  constructor(reads: Reading<OutboundView>) {
    this.#reads = reads;
  }

  get namespace() {
    return this.#reads.get(find.namespace);
  }

  get sidecar() {
    return this.#reads.get(find.sidecar);
  }

  get egress(): readonly EgressScope[] {
    this.#egress ??= Array.from(
      { length: this.#reads.get(find.egressCount) },
      (_, rank) => new EgressReader(this.#reads, rank),
    );
    return this.#egress;
  }

  get ingress() {
    return this.#reads.get(find.ingress);
  }

  get inboundConnectionPool() {
    return this.#reads.get(find.inboundConnectionPool);
  }

  get outboundTrafficPolicy() {
    return this.#reads.get(find.outboundTrafficPolicy);
  }

  get services() {
    return this.#reads.get(find.services);
  }

  get virtualServices() {
    return this.#reads.get(find.virtualServices);
  }

  routedHosts() {
    return this.#reads.get(find.routedHosts);
  }

  sources() {
    return this.#reads.get(find.sources);
  }

  service(host: string) {
    return this.#reads.find(find.service, host);
  }

  virtualService(host: string) {
    return this.#reads.find(find.virtualService, host);
  }

  /** The labels can only be those of the scope. */
  destinationRule(service: Service, labels?: Labels) {
    return this.#reads.find(labels ? find.rule : find.ownRule, service);
  }

  /** As above. */
  hashingRule(service: Service, _labels: Labels) {
    return this.#reads.find(find.hashingRule, service);
  }
}

const findEgress = {
  listener: (({ scope }, rank) => scope.sidecar.egress[rank]?.listener) as Of<number, EgressScope["listener"]>,
  imports: (({ scope }, rank) => scope.sidecar.egress[rank]?.imports) as Of<number, EgressScope["imports"]>,
  services: (({ scope }, rank) => scope.sidecar.egress[rank]?.services) as Of<number, EgressScope["services"]>,
  virtualServices: (({ scope }, rank) => scope.sidecar.egress[rank]?.virtualServices) as Of<
    number,
    EgressScope["virtualServices"]
  >,
  service: (({ scope }, [rank, host]) => scope.sidecar.egress[rank]?.service(host)) as Of<
    readonly [number, string],
    Service | undefined
  >,
} as const;

class EgressReader implements EgressScope {
  readonly #reads: Reading<OutboundView>;
  readonly #rank: number;

  constructor(reads: Reading<OutboundView>, rank: number) {
    this.#reads = reads;
    this.#rank = rank;
  }

  get listener() {
    return this.#reads.find(findEgress.listener, this.#rank);
  }

  get imports() {
    return this.#reads.find(findEgress.imports, this.#rank);
  }

  get services() {
    return this.#reads.find(findEgress.services, this.#rank);
  }

  get virtualServices() {
    return this.#reads.find(findEgress.virtualServices, this.#rank);
  }

  service(host: string) {
    return this.#reads.find(findEgress.service, [this.#rank, host] as const);
  }
}
