import { validDnsLabel, validDnsSubdomain } from "../checks/names.ts";
import type { KindDefinition } from "../kind.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";

/** The rules on an object's name and namespace, which depend on its kind. */
export function checkMetadata(kind: KindDefinition, resource: Resource, report: Report): void {
  const { name, generateName, namespace } = resource.metadata;
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

const nameRule = "must be lower-case letters, digits, hyphens and dots, up to 253 characters";

function checkName(kind: KindDefinition, name: string, report: Report): void {
  const fault = kind.nameFault ? kind.nameFault(name) : validDnsSubdomain(name) ? undefined : nameRule;
  if (fault !== undefined) report("FW0115", `${fault}, not '${name}'`, "metadata", "name");
}
