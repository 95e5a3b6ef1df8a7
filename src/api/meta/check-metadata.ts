import { validDnsLabel, validDnsSubdomain, validQualifiedName } from "../checks/names.ts";
import type { KindDefinition } from "../kind.ts";
import type { Report } from "../problem.ts";
import type { ObjectMeta, Resource } from "../resource.ts";

/** Finalizers that are known without the domain of who they are of. */
const standardFinalizers: ReadonlySet<string> = new Set(["kubernetes", "orphan", "foregroundDeletion"]);

/** The rules on what every object has: name and namespace, which depend on its kind, finalizers and owners. */
export function checkMetadata(kind: KindDefinition, resource: Resource, report: Report): void {
  const { name, generateName, namespace } = resource.metadata;
  checkFinalizers(kind, resource.metadata, report);
  checkOwners(resource.metadata, report);
  // What is not stored needs no name.
  if (name === undefined && generateName === undefined && kind.verbs === undefined) {
    report("FW0110", "must be set (or `generateName`)", "metadata", "name");
  }
  if (name !== undefined) checkName(kind, name, report);
  if (generateName !== undefined && !validDnsSubdomain(generateName.replace(/[-.]$/, ""))) {
    report("FW0115", nameRule, "metadata", "generateName");
  }
  if (namespace === undefined || namespace === "") return;
  if (!kind.namespaced) report("FW0115", `must not be set: ${kind.kind} has no namespace`, "metadata", "namespace");
  else if (!validDnsLabel(namespace)) {
    report(
      "FW0115",
      `must be up to 63 lower-case letters, digits and hyphens, not '${namespace}'`,
      "metadata",
      "namespace",
    );
  }
}

function checkFinalizers(kind: KindDefinition, { finalizers = [] }: ObjectMeta, report: Report): void {
  // Kubernetes asks for a domain in its own kinds only.
  const qualified = kind.protobuf?.of === "object";
  finalizers.forEach((finalizer, i) => {
    const known = finalizer.includes("/") || standardFinalizers.has(finalizer);
    if (validQualifiedName(finalizer) && (known || !qualified)) return;
    const rule = qualified
      ? "a name with a domain, such as example.com/clean-up"
      : "a name, best with a domain before it";
    report("FW0115", `must be ${rule}, not '${finalizer}'`, "metadata", "finalizers", i);
  });
}

function checkOwners({ ownerReferences }: ObjectMeta, report: Report): void {
  if (!ownerReferences) return;
  for (const field of ["apiVersion", "kind", "name", "uid"] as const) {
    if (ownerReferences.some((owner) => owner[field] === "")) {
      report("FW0115", "must be set for each owner", "metadata", "ownerReferences", field);
    }
  }
  if (ownerReferences.filter(({ controller }) => controller).length > 1) {
    report("FW0115", "must have at most one owner with `controller: true`", "metadata", "ownerReferences");
  }
}

const nameRule = "must be lower-case letters, digits, hyphens and dots, up to 253 characters";

function checkName(kind: KindDefinition, name: string, report: Report): void {
  const fault = kind.nameFault ? kind.nameFault(name) : validDnsSubdomain(name) ? undefined : nameRule;
  if (fault !== undefined) report("FW0115", `${fault}, not '${name}'`, "metadata", "name");
}
