import type { ResourceKey } from "../../api/index.ts";
import type { Service } from "../../core/index.ts";
import type { GatewayServer, OutboundScope, ProxyScope } from "../../mesh/index.ts";
import type { OutboundView, View } from "../view.ts";
import type { Lookup, Reading } from "./reads.ts";
import { SidecarReader } from "./sidecar-reader.ts";

const find = {
  key: ({ scope }: OutboundView) => scope.key,
  settings: ({ scope }: OutboundView) => scope.settings,
  proxy: ({ scope }: OutboundView) => scope.proxy,
  labels: ({ scope }: OutboundView) => scope.labels,
  workloadNetwork: ({ scope }: OutboundView) => scope.workloadNetwork,
  place: ({ scope }: OutboundView) => scope.place,
  policies: ({ scope }: OutboundView) => scope.policies,
  mtlsOf: ({ scope }: OutboundView) => scope.mtlsOf,
} as const;

/** A scope of how proxies call others, of which everything that is read is remembered. */
export class OutboundScopeReader implements OutboundScope {
  readonly #reads: Reading<OutboundView>;
  readonly sidecar: SidecarReader;

  constructor(reads: Reading<OutboundView>) {
    this.#reads = reads;
    this.sidecar = new SidecarReader(reads);
  }

  get key() {
    return this.#reads.get(find.key);
  }

  get settings() {
    return this.#reads.get(find.settings);
  }

  get proxy() {
    return this.#reads.get(find.proxy);
  }

  get labels() {
    return this.#reads.get(find.labels);
  }

  get workloadNetwork() {
    return this.#reads.get(find.workloadNetwork);
  }

  get place() {
    return this.#reads.get(find.place);
  }

  get policies() {
    return this.#reads.get(find.policies);
  }

  get mtlsOf() {
    return this.#reads.get(find.mtlsOf);
  }
}

type Of<A, R> = Lookup<View, A, R>;

const findOwn = {
  ownAddress: ({ scope }: View) => scope.ownAddress,
  gateways: ({ scope }: View) => scope.gateways,
  targets: ({ scope }: View) => scope.targets,
  policies: ({ scope }: View) => scope.policies,
  dependsOn: (({ scope }, key) => scope.dependsOn(key)) as Of<ResourceKey, boolean>,
  servedRule: (({ scope }, service) => scope.servedRule(service)) as Of<Service, ReturnType<ProxyScope["servedRule"]>>,
  virtualServicesAt: (({ scope }, server) => scope.virtualServicesAt(server)) as Of<
    GatewayServer,
    ReturnType<ProxyScope["virtualServicesAt"]>
  >,
} as const;

/** All that may be told to a proxy; everything that is read of it is remembered. */
export class ProxyScopeReader extends OutboundScopeReader implements ProxyScope {
  readonly #reads: Reading<View>;
  readonly outbound: OutboundScope = this;
  readonly common: OutboundScope = this;

  constructor(reads: Reading<View>) {
    super(reads);
    this.#reads = reads;
  }

  get ownAddress() {
    return this.#reads.get(findOwn.ownAddress);
  }

  get gateways() {
    return this.#reads.get(findOwn.gateways);
  }

  get targets() {
    return this.#reads.get(findOwn.targets);
  }

  override get policies() {
    return this.#reads.get(findOwn.policies);
  }

  dependsOn(key: ResourceKey) {
    return this.#reads.find(findOwn.dependsOn, key);
  }

  servedRule(service: Service) {
    return this.#reads.find(findOwn.servedRule, service);
  }

  virtualServicesAt(server: GatewayServer) {
    return this.#reads.find(findOwn.virtualServicesAt, server);
  }
}
