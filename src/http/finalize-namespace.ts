import type { Namespace, Resource } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import type { ResourceStore } from "../core/index.ts";
import { type Exchange, sendBody } from "./exchange.ts";
import { readObject } from "./object-body.ts";
import type { ResourceTarget } from "./target.ts";
import type { View } from "./view.ts";

/** Whether a request changes the parties that must clean a namespace up before it goes. */
export function isFinalize({ group, plural, subresource }: ResourceTarget): boolean {
  return group === "" && plural === "namespaces" && subresource === "finalize";
}

/** Takes `spec.finalizers` from the body and leaves all else as it is; a deleted namespace without any goes. */
export async function finalizeNamespace(exchange: Exchange, view: View, store: ResourceStore): Promise<void> {
  if (exchange.method !== "PUT") throw new FairwayError("MethodNotAllowed", `${exchange.path} takes PUT only`);
  const { value: body } = await readObject(exchange, view.kind);
  const current = await store.get(view.key);
  if (!current) throw view.notFound();
  const { resource } = view.admit(view.matching(body));
  const { resourceVersion = current.metadata.resourceVersion, uid = current.metadata.uid } = resource.metadata;
  const spec = {
    ...(isObject(current.spec) ? current.spec : {}),
    finalizers: (resource as Namespace).spec?.finalizers,
  };
  const wanted: Resource = { ...current, metadata: { ...current.metadata, resourceVersion, uid }, spec };
  await sendBody(exchange, 200, view.show(await store.update(wanted)));
}
