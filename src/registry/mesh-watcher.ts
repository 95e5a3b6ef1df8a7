import {
  defaultMeshConfig,
  type MeshConfig,
  type MeshNetworks,
  type MeshReading,
  type Problem,
  readDocuments,
  readMeshConfig,
  readMeshNetworks,
} from "../api/index.ts";
import { jsonEqual } from "../base/json.ts";

/** Which of the two documents. */
export type MeshDocument = "mesh" | "networks";

/** What is wrong with a document; the one in force before stays. */
export interface MeshProblem {
  readonly document: MeshDocument;
  readonly messages: readonly string[];
}

/** The configuration of the mesh as it is now, with handlers that run when it changes. */
export class MeshWatcher {
  #mesh = defaultMeshConfig;
  #networks: MeshNetworks = {};
  readonly #meshHandlers = new Set<(mesh: MeshConfig) => void>();
  readonly #networksHandlers = new Set<(networks: MeshNetworks) => void>();
  readonly #report: (problem: MeshProblem) => void;

  /** `report` is told of what cannot be read. */
  constructor(report: (problem: MeshProblem) => void = () => undefined) {
    this.#report = report;
  }

  get mesh(): MeshConfig {
    return this.#mesh;
  }

  get networks(): MeshNetworks {
    return this.#networks;
  }

  /** Runs `handler` on each change (`AddMeshHandler`); the returned function ends that. */
  onMesh(handler: (mesh: MeshConfig) => void): () => void {
    this.#meshHandlers.add(handler);
    return () => void this.#meshHandlers.delete(handler);
  }

  /** Runs `handler` on each change (`AddNetworksHandler`); the returned function ends that. */
  onNetworks(handler: (networks: MeshNetworks) => void): () => void {
    this.#networksHandlers.add(handler);
    return () => void this.#networksHandlers.delete(handler);
  }

  /** Takes the text of a document, in YAML; without one the defaults are in force. */
  take(document: MeshDocument, text: Uint8Array | string | undefined): void {
    if (document === "mesh") {
      const mesh = this.#read(document, text, (input) => readMeshConfig(input));
      if (mesh === undefined || jsonEqual(mesh, this.#mesh)) return;
      this.#mesh = mesh;
      for (const handler of this.#meshHandlers) handler(mesh);
      return;
    }
    const networks = this.#read(document, text, readMeshNetworks);
    if (networks === undefined || jsonEqual(networks, this.#networks)) return;
    this.#networks = networks;
    for (const handler of this.#networksHandlers) handler(networks);
  }

  #read<T>(
    document: MeshDocument,
    text: Uint8Array | string | undefined,
    read: (input: unknown) => MeshReading<T>,
  ): T | undefined {
    const bytes = typeof text === "string" ? Buffer.from(text) : (text ?? new Uint8Array());
    const { documents, problems } = readDocuments(bytes, document);
    const reading = read(documents[0]?.value);
    const errors = [...problems, ...reading.problems].filter(isError);
    if (errors.length === 0) return reading.value;
    this.#report({ document, messages: errors.map(({ message }) => message) });
    return undefined;
  }
}

function isError({ severity }: Pick<Problem, "severity">): boolean {
  return severity === "error";
}
