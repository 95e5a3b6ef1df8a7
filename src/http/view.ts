import {
  type Admitted,
  admit,
  apiVersionOf,
  formatPath,
  type GroupKind,
  type KindCatalog,
  type KindDefinition,
  type KindVersion,
  type ObjectSchema,
  objectSchema,
  type Problem,
  type Resource,
  type ResourceKey,
  type WriteScope,
} from "../api/index.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import { causeReason, fieldOf } from "./cause-reason.ts";
import type { ResourceTarget } from "./target.ts";

/** A kind in one of its versions, as a request names it: objects go in and out in that form. */
export class View {
  readonly kind: KindDefinition;
  readonly version: KindVersion;
  readonly target: ResourceTarget;
  readonly #kinds: KindCatalog;

  constructor(kinds: KindCatalog, target: ResourceTarget) {
    const kind = kinds.findPlural(target.group, target.plural);
    const version = kind?.versions.find((v) => v.name === target.version);
    if (!kind || !version) throw new FairwayError("NotFound", "the server could not find the requested resource");
    if (target.namespace !== "" && !kind.namespaced) {
      throw new FairwayError("NotFound", `${kind.plural} have no namespace: ask without one`);
    }
    this.kind = kind;
    this.version = version;
    this.target = target;
    this.#kinds = kinds;
  }

  get apiVersion(): string {
    return apiVersionOf(this.kind.group, this.version.name);
  }

  /** The sort of object under which the store keeps it. */
  get type(): GroupKind {
    return this.#kinds.storedKind(this.kind);
  }

  get key(): ResourceKey {
    const { group, kind } = this.type;
    return { group, kind, namespace: this.target.namespace, name: this.target.name };
  }

  /** A stored object in this version. */
  show(resource: Resource): Resource {
    return this.#kinds.fromStored(resource, this.version, this.kind);
  }

  /** Checks an object against its kind, and against `old` if it is to replace that; errors are an Invalid fault. */
  admit(input: Resource, old?: Resource): Admitted {
    const admitted = admit(this.kind, input, this.version, old);
    const errors = admitted.problems.filter((p) => p.severity === "error");
    if (errors.length > 0) throw this.#invalid(input, errors);
    return admitted;
  }

  /** The whole object's schema in this version. */
  get schema(): ObjectSchema {
    return objectSchema(this.kind, this.version);
  }

  /** Only kinds of Kubernetes itself take strategic merge patches: their schemas say how lists merge. */
  get strategicPatch(): boolean {
    return this.kind.protobuf?.of === "object";
  }

  /** What a write through this view may change. */
  get scope(): WriteScope {
    if (this.target.subresource === "status") return "status";
    return this.kind.statusSubresource ? "all-but-status" : "object";
  }

  /** That there is no object of the request's name. */
  notFound(name = this.target.name): FairwayError {
    return new FairwayError("NotFound", `${this.#named(name)} not found`, { details: this.details(name) });
  }

  /** That the object is not in the state that the request is for. */
  conflict(why: string): FairwayError {
    const message = `${this.#named(this.target.name)} cannot be changed: ${why}`;
    return new FairwayError("Conflict", message, { details: this.details() });
  }

  /** A fault of the store in the terms of the request, which names kinds as URLs do. */
  fault(error: unknown, name = this.target.name): unknown {
    // What is created in a namespace that is not there lacks the namespace.
    if (isFault(error, "NotFound") && error.details.kind !== "namespaces") return this.notFound(name);
    if (isFault(error, "Conflict")) return this.conflict(error.message);
    if (isFault(error, "Invalid") && error.details.kind === undefined) {
      const { group, kind } = this.kind;
      return new FairwayError("Invalid", error.message, { details: { ...error.details, name, group, kind } });
    }
    if (!isFault(error, "AlreadyExists")) return error;
    return new FairwayError("AlreadyExists", `${this.#named(name)} already exists`, { details: this.details(name) });
  }

  /** How a Status names the object. */
  details(name = this.target.name): { name: string; group: string; kind: string } {
    return { name, group: this.kind.group, kind: this.kind.plural };
  }

  #named(name: string): string {
    const { group, plural } = this.kind;
    return `${group === "" ? plural : `${plural}.${group}`} "${name}"`;
  }

  /** The object in a request's body, as far as it fits the request; what does not is a BadRequest fault. */
  matching(body: unknown): Resource {
    const { kind, apiVersion, target } = this;
    const bad = (message: string) => new FairwayError("BadRequest", message);
    if (typeof body !== "object" || body === null || Array.isArray(body)) throw bad("the body must be an object");
    const {
      apiVersion: givenVersion = apiVersion,
      kind: givenKind = kind.kind,
      metadata = {},
      ...rest
    } = body as Partial<Resource>;
    if (givenKind !== kind.kind || givenVersion !== apiVersion) {
      throw bad(`the object is a ${givenVersion} ${givenKind}, the request is for ${apiVersion} ${kind.kind}`);
    }
    if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata))
      throw bad("`metadata` must be an object");
    const namespace = metadata.namespace || target.namespace;
    if (kind.namespaced && namespace !== target.namespace) {
      throw bad(`the object's namespace '${namespace}' is not that of the request, '${target.namespace}'`);
    }
    if (kind.namespaced && namespace === "") {
      throw new FairwayError(
        "MethodNotAllowed",
        "objects of this kind are written in a namespace: name it in the path",
      );
    }
    const name = metadata.name || target.name;
    if (target.name !== "" && name !== target.name) {
      throw bad(`the object's name '${name}' is not that of the request, '${target.name}'`);
    }
    return {
      apiVersion,
      kind: kind.kind,
      metadata: { ...metadata, name: name || undefined, ...(kind.namespaced && { namespace }) },
      ...rest,
    };
  }

  #invalid(input: Resource, errors: readonly Problem[]): FairwayError {
    const { kind } = this;
    const causes = errors.map((problem) => ({
      reason: causeReason(problem.code),
      message: `${problem.message} (${problem.code})`,
      field: fieldOf(problem.path),
    }));
    const list = errors.map((problem) => `${formatPath(problem.path)}: ${problem.message}`).join("; ");
    const name = input.metadata.name ?? input.metadata.generateName ?? "";
    return new FairwayError("Invalid", `${kind.kind} "${name}" is invalid: ${list}`, {
      details: { name, group: kind.group, kind: kind.kind, causes },
    });
  }
}
