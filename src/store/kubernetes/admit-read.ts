import { admitStored, type KindCatalog, type Problem, type Resource } from "../../api/index.ts";
import { FairwayError } from "../../base/fault.ts";
import { assemble, takeContent, takeUserMeta, takeValue } from "../object-fields.ts";

/** What became of an object that a server handed out: the object as readers see it, or what is wrong with it. */
export type AdmittedRead =
  | { readonly resource: Resource; readonly problems?: undefined }
  | { readonly resource?: undefined; readonly problems: readonly Problem[] };

/**
 * An object of a server as readers see it: in its stored version, pruned, defaulted, checked and frozen, with the parts
 * of `current` that are equal. Servers let through what their definitions and webhooks do.
 */
export function admitRead(kinds: KindCatalog, given: Resource, current: Resource | undefined): AdmittedRead {
  try {
    const found = kinds.findFor(given);
    if (!found) throw new FairwayError("NotFound", `must be of a version that is known, not ${given.apiVersion}`);
    const { resource, problems } = admitStored(found.kind, given, found.version);
    const errors = problems.filter(({ severity }) => severity === "error");
    // A definition may say of a kind that it is in no namespace which everybody knows to be in one.
    if (found.kind.namespaced && !given.metadata.namespace) {
      errors.push({
        code: "FW0115",
        severity: "error",
        path: ["metadata", "namespace"],
        message: "must be set: its kind is in namespaces",
      });
    }
    return errors.length > 0 ? { problems: errors } : { resource: readState(kinds.toStored(resource), current) };
  } catch (error) {
    const { message } = FairwayError.from(error);
    return { problems: [{ code: "FW0007", severity: "error", path: [], message }] };
  }
}

/** An object as it was read, frozen, with the parts of `current` that are equal. */
export function readState(input: Resource, current: Resource | undefined): Resource {
  // Who owns which field is the server's affair, and often longer than the object.
  const { managedFields: _, ...metadata } = input.metadata;
  const user = takeUserMeta(metadata, current?.metadata).fields;
  const content = takeContent(input, current).fields;
  return assemble(input, user, metadata, content, takeValue(input.status, current?.status, "status"));
}
