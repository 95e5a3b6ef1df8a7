import { admit } from "../../admit.ts";
import type { KindDefinition } from "../../kind.ts";
import { formatPath, type Problem } from "../../problem.ts";
import type { Resource } from "../../resource.ts";
import { kindFromCrd } from "../kind-from-crd.ts";

/** A definition of the kind `Boat` whose objects have a `spec` of the given schema. */
export function boatCrd(spec: object, version: object = {}): Resource {
  const schema = { openAPIV3Schema: { type: "object", properties: { spec }, required: ["spec"] } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "boats.example.com" },
    spec: {
      group: "example.com",
      names: { kind: "Boat", plural: "boats" },
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema, ...version }],
    },
  };
}

/** The kind that the definition makes; it must have no problems. */
export function kindOf(crd: Resource): KindDefinition {
  const { kind, problems } = kindFromCrd(crd);
  if (!kind || problems.length > 0) throw new Error(lines(problems).join("\n"));
  return kind;
}

export function boat(spec: unknown, apiVersion = "example.com/v1"): Resource {
  return { apiVersion, kind: "Boat", metadata: { name: "x", namespace: "default" }, spec };
}

/** Problems as `FW0101 spec.a: must …` lines. */
export function lines(problems: readonly Problem[]): string[] {
  return problems.map((p) => `${p.code} ${formatPath(p.path)}: ${p.message}`);
}

/** What is wrong with a boat of this spec, unknown fields included. */
export function judgeBoat(kind: KindDefinition, spec: unknown): string[] {
  const { problems, unknown } = admit(kind, boat(spec));
  return lines([...problems, ...unknown]);
}
