import type { KindVersion } from "../kind.ts";
import { obj, opt, req } from "../schema/build.ts";
import type { Check, Schema } from "../schema/schema.ts";
import { istioStatus } from "./istio-status.ts";

/** What the kinds of networking.istio.io have in common. */
export const networkingKind = {
  group: "networking.istio.io",
  categories: ["istio-io", "networking-istio-io"],
} as const;

/** The versions of those networking kinds that have come to v1; all of one form. */
export const networkingVersions: readonly [KindVersion, ...KindVersion[]] = [
  { name: "v1" },
  { name: "v1beta1" },
  { name: "v1alpha3" },
];

const statusField = opt(0, istioStatus, "What is known of the object's state; written by controllers.");

/** The form of an object whose published schema requires `spec`. */
export function objectWithSpec<S extends Schema>(spec: S, doc: string) {
  return obj({ spec: req(0, spec, doc), status: statusField });
}

/** The form of an object that is fine without `spec`. */
export function objectWithOptionalSpec<S extends Schema>(spec: S, doc: string) {
  return obj({ spec: opt(0, spec, doc), status: statusField });
}

/** The form of an object whose published schema lets `spec` be absent, although it means nothing without. */
export function objectNeedingSpec<S extends Schema>(spec: S, doc: string) {
  return obj({ spec: opt(0, spec, doc), status: statusField }, { checks: [hasSpec] });
}

const hasSpec: Check<{ readonly spec?: unknown }> = (object, report) => {
  if (object.spec === undefined) report("FW0103", "must be set", "spec");
};
