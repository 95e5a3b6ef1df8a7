import type { Resource, TokenRequest } from "../../../api/index.ts";
import { FairwayError } from "../../../base/fault.ts";
import type { ResourceStore } from "../../../core/index.ts";
import type { BoundObject, ServiceAccountTokens } from "../service-account-tokens.ts";

/** The status of a TokenRequest for an account. */
export async function requestToken(
  store: ResourceStore,
  tokens: ServiceAccountTokens,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  request: Resource,
): Promise<object> {
  const found = await store.get({ group: "", kind: "ServiceAccount", namespace, name });
  if (!found) {
    const details = { name, group: "", kind: "serviceaccounts" };
    throw new FairwayError("NotFound", `serviceaccounts "${name}" not found`, { details });
  }
  const { audiences = [], expirationSeconds = 3600, boundObjectRef } = (request as TokenRequest).spec;
  const bound = boundObjectRef && (await findBound(store, namespace, boundObjectRef));
  const { token, expires } = tokens.issue(found, { audiences, lifetime: expirationSeconds, bound });
  return { token, ...(expires !== undefined && { expirationTimestamp: stamp(expires) }) };
}

const stamp = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;

async function findBound(
  store: ResourceStore,
  namespace: string,
  { kind = "", apiVersion = "v1", name = "", uid }: NonNullable<TokenRequest["spec"]["boundObjectRef"]>,
): Promise<BoundObject> {
  if (apiVersion !== "v1" || !isBindable(kind)) {
    throw new FairwayError("Invalid", `a token can be bound to a Pod, a Secret or a Node of v1, not to a ${kind}`);
  }
  const found = await store.get({ group: "", kind, namespace: kind === "Node" ? "" : namespace, name });
  if (!found) throw new FairwayError("NotFound", `${kind.toLowerCase()}s "${name}" not found`);
  const { uid: actual = "" } = found.metadata;
  if (uid && uid !== actual) {
    throw new FairwayError("Conflict", `the ${kind} "${name}" has the uid ${actual}, the request is for ${uid}`);
  }
  return { kind, name, uid: actual };
}

function isBindable(kind: string): kind is BoundObject["kind"] {
  return kind === "Pod" || kind === "Secret" || kind === "Node";
}
