import type { Resource } from "../../../api/index.ts";
import type { Cluster } from "../../../gen/envoy/config/cluster/v3.ts";
import type { Listener } from "../../../gen/envoy/config/listener/v3.ts";
import type { RouteConfiguration } from "../../../gen/envoy/config/route/v3.ts";
import { config, service } from "../../../mesh/testing/configs.ts";
import { type ViewFixture, viewFor } from "../../testing/view.ts";
import { type Resource as Made, type Translation, translate } from "../../translate.ts";

/** One patch, as in an EnvoyFilter. */
export interface PatchText {
  readonly applyTo: string;
  readonly match?: object;
  readonly patch: { readonly operation: string; readonly value?: object };
}

/** An EnvoyFilter of the namespace of the tests' proxy. */
export function envoyFilter(patches: readonly PatchText[], name = "app/patches", second = 0): Resource {
  return config("EnvoyFilter", name, { configPatches: patches }, second);
}

/** A workload with one HTTP and one TCP port, beside one service of each kind. */
const surroundings: ViewFixture = {
  services: [
    service("app/reviews"),
    service("app/db", {
      ports: [{ number: 5432, name: "tcp", protocol: "tcp", targetPort: 5432 }],
      addresses: ["10.9.0.1"],
    }),
  ],
  targets: [
    {
      service: service("app/web"),
      port: { number: 80, name: "http", protocol: "http", targetPort: 8080 },
      targetPort: 8080,
    },
    {
      service: service("app/web"),
      port: { number: 9000, name: "tcp", protocol: "tcp", targetPort: 9000 },
      targetPort: 9000,
    },
  ],
};

/** What the tests' proxy is sent with some patches. */
export class Patched {
  readonly translation: Translation;

  constructor(patches: readonly PatchText[], fixture: ViewFixture = {}) {
    const resources = [envoyFilter(patches), ...(fixture.resources ?? [])];
    this.translation = translate(viewFor({ ...surroundings, ...fixture, resources }));
  }

  /** The problems as `code: message`. */
  get problems(): readonly string[] {
    return this.translation.problems.map(({ code, message }) => `${code}: ${message}`);
  }

  cluster(name: string): Cluster | undefined {
    return find(this.translation.clusters, name)?.message;
  }

  listener(name: string): Listener | undefined {
    return find(this.translation.listeners, name)?.message;
  }

  routes(name: string): RouteConfiguration | undefined {
    return find(this.translation.routes, name)?.message;
  }

  /** Names of all resources that an EnvoyFilter had a hand in. */
  get touched(): readonly string[] {
    const { clusters, listeners, routes, endpoints, extensions } = this.translation;
    return [...clusters, ...listeners, ...routes, ...endpoints, ...extensions]
      .filter(({ sources }) => sources.some(({ kind }) => kind === "EnvoyFilter"))
      .map(({ name }) => name);
  }
}

function find<M>(resources: readonly Made<M>[], name: string): Made<M> | undefined {
  return resources.find((each) => each.name === name);
}
