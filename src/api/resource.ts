import { flatText } from "../base/flat-text.ts";
import type { Json } from "../base/json.ts";

/** Reference from an object to one that owns it: the object goes when all its owners are gone. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean | undefined;
  readonly blockOwnerDeletion?: boolean | undefined;
}

/** Kubernetes' ObjectMeta, as far as Fairway reads it; other members are kept. */
export interface ObjectMeta {
  readonly name?: string | undefined;
  readonly generateName?: string | undefined;
  /** Absent or empty for cluster-scoped objects. */
  readonly namespace?: string | undefined;
  readonly uid?: string | undefined;
  /** Opaque: compared for equality only. */
  readonly resourceVersion?: string | undefined;
  /** Counts changes of what the user asks for; status and metadata do not count. */
  readonly generation?: number | undefined;
  /** RFC 3339, whole seconds. */
  readonly creationTimestamp?: string | undefined;
  readonly deletionTimestamp?: string | undefined;
  readonly deletionGracePeriodSeconds?: number | undefined;
  readonly labels?: { readonly [key: string]: string } | undefined;
  readonly annotations?: { readonly [key: string]: string } | undefined;
  readonly finalizers?: readonly string[] | undefined;
  readonly ownerReferences?: readonly OwnerReference[] | undefined;
  readonly managedFields?: readonly unknown[] | undefined;
}

/** Any object of any kind. What the store gives out is frozen through and through. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

/** Which sort of object: several versions of a kind are one sort. */
export interface GroupKind {
  /** Empty for Kubernetes' core group. */
  readonly group: string;
  readonly kind: string;
}

/** What names one object. */
export interface ResourceKey extends GroupKind {
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
}

/** The group of an apiVersion: `apps/v1` → `apps`, `v1` → ``. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf("/");
  return slash < 0 ? "" : apiVersion.slice(0, slash);
}

/** The version of an apiVersion: `apps/v1` → `v1`. */
export function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}

/** `apps`, `v1` → `apps/v1`; the core group has no prefix. */
export function apiVersionOf(group: string, version: string): string {
  return group === "" ? version : `${group}/${version}`;
}

/** The key of an object. */
export function keyOf(resource: Resource): ResourceKey {
  return {
    group: groupOf(resource.apiVersion),
    kind: resource.kind,
    namespace: resource.metadata.namespace ?? "",
    name: resource.metadata.name ?? "",
  };
}

/** One text per key, for maps and messages: `networking.istio.io/VirtualService/default/reviews`. */
export function formatKey(key: ResourceKey): string {
  const { group, kind, namespace, name } = key;
  return flatText("/", ...(group === "" ? [] : [group]), kind, ...(namespace === "" ? [] : [namespace]), name);
}

/** `networking.istio.io/VirtualService`, or `Service` in the core group. */
export function formatGroupKind(type: GroupKind): string {
  return type.group === "" ? type.kind : `${type.group}/${type.kind}`;
}

/** An object as JSON values, for code that walks it without knowing its kind. */
export function asJson(resource: Resource): { readonly [key: string]: Json } {
  return resource as unknown as { readonly [key: string]: Json };
}
