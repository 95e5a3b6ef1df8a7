import type { Resource } from "../api/index.ts";
import { isObject } from "../base/json.ts";
import { objectNames, parseSecretName } from "./secret-reference.ts";

/** Fields that hold the name of a Secret, or several. */
const nameFields: ReadonlySet<string> = new Set([
  "credentialName",
  "credentialNames",
  "caCertCredentialName",
  "imagePullSecret",
]);
/** Fields that hold references to objects, Secrets among them. */
const referenceFields: ReadonlySet<string> = new Set(["certificateRefs", "caCertificateRefs", "clientCertificateRef"]);
const asEnvoyAsks = /^kubernetes(?:-gateway)?:\/\//;

/**
 * The names of all Secrets that an object of configuration may make proxies ask for, in whichever namespace these are:
 * by the fields of its kind, or by a name as Envoy asks for it, in whatever place.
 */
export function secretNamesIn(resource: Resource): readonly string[] {
  const names = new Set<string>();
  visit(resource["spec"], "", names);
  return [...names];
}

function visit(value: unknown, field: string, names: Set<string>): void {
  if (typeof value === "string") {
    if (asEnvoyAsks.test(value)) addNames(value, names);
    else if (nameFields.has(field) && value !== "") addNames(`kubernetes://${value}`, names);
  } else if (Array.isArray(value)) for (const item of value) visit(item, field, names);
  else if (isObject(value)) {
    if (referenceFields.has(field) && typeof value["name"] === "string")
      addNames(`kubernetes://${value["name"]}`, names);
    for (const key of Object.keys(value)) visit(value[key], key, names);
  }
}

/** The certificate and the authorities may be in one Secret or in two. */
function addNames(written: string, names: Set<string>): void {
  for (const form of [written, `${written}-cacert`]) {
    const reference = parseSecretName(form, "any");
    if (reference?.type === "object") for (const name of objectNames(reference)) names.add(name);
  }
}
