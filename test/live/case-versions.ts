import { parseProxy } from "../../src/core/index.ts";
import { type ClientConfig, type ConfigVersion, ResourceSet, type Wanted, xdsTypes } from "../../src/deliver/index.ts";
import { MeshConfigSource } from "../../src/main/mesh-config-source.ts";
import type { EnvoyCodec } from "../../src/translate/index.ts";
import { type ComparedCase, worldObjects } from "../compare/compared-case.ts";
import { admittedResources } from "../compare/fairway-answer.ts";
import { asPlainEnvoy, type ComparedNode } from "../compare/node-of-pod.ts";
import { ChangingMesh } from "./changing-mesh.ts";
import { type Credentials, secretMaker } from "./made-up-secrets.ts";
import { type References, referenceReader } from "./references-in.ts";

/** What a node of an input is to have. Whoever asks is taken for that node. */
export interface NodeVersion extends ConfigVersion {
  /** What Envoy must have asked for when it has everything. */
  readonly references: References;
  readonly config: ClientConfig;
}

/** Makes versions of inputs as the control plane does, with secrets that are made up. */
export class CaseVersions {
  readonly #source: MeshConfigSource;
  readonly #world = admittedResources(worldObjects()).resources;
  readonly #mesh = new ChangingMesh();
  readonly #read: ReturnType<typeof referenceReader>;
  readonly #secrets: ReturnType<typeof secretMaker>;
  readonly #failures: string[] = [];

  constructor(codec: EnvoyCodec, credentials: Credentials) {
    this.#source = new MeshConfigSource({
      codec,
      failed: ({ plan, error }) => this.#failures.push(`${plan.name} was not made: ${String(error)}`),
    });
    this.#read = referenceReader(codec);
    this.#secrets = secretMaker(credentials, codec);
  }

  /** What could not be made so far. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  /** A way to the version of each node of an input. */
  of({ name, objects, mesh, networks }: ComparedCase): (node: ComparedNode) => NodeVersion {
    const { resources } = admittedResources(objects);
    this.#source.publish(this.#mesh.become({ resources: [...this.#world, ...resources], mesh, networks }));
    const version = this.#source.current;
    if (!version) throw new Error("nothing was published");
    return (node) => {
      const config = version.client(parseProxy(asPlainEnvoy(node)));
      const references = this.#read([
        config.resources(xdsTypes.cluster, "all"),
        config.resources(xdsTypes.listener, "all"),
      ]);
      const secrets = ResourceSet.of(xdsTypes.secret, this.#secrets(references));
      const secured: ClientConfig = {
        resources: (type, wanted) =>
          type === xdsTypes.secret ? only(secrets, wanted) : config.resources(type, wanted),
      };
      return { name: `${name} ${node.id}`, number: version.number, client: () => secured, config: secured, references };
    };
  }
}

function only(set: ResourceSet, wanted: Wanted): ResourceSet {
  const resources = [...set.values()].filter(({ name }) => wanted !== "all" && wanted.has(name));
  return ResourceSet.of(set.type, resources);
}
