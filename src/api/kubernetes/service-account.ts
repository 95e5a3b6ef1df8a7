import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { bool, list, obj, opt, ptr } from "../schema/build.ts";
import {
  type LocalObjectReference,
  localObjectReference,
  type ObjectReference,
  objectReference,
} from "./object-reference.ts";

/** An identity for programs that run in the cluster. */
export interface ServiceAccount extends Resource {
  readonly secrets?: readonly ObjectReference[] | undefined;
  readonly imagePullSecrets?: readonly LocalObjectReference[] | undefined;
  readonly automountServiceAccountToken?: boolean | undefined;
}

export const serviceAccountKind = defineKind<ServiceAccount>({
  group: "",
  kind: "ServiceAccount",
  shortNames: ["sa"],
  versions: [{ name: "v1" }],
  doc: "An identity for programs that run in the cluster.",
  schema: obj({
    secrets: opt(
      2,
      list(objectReference, { keys: ["name"], repeats: true }),
      "Secrets that pods of the account may use.",
    ),
    imagePullSecrets: opt(3, list(localObjectReference), "Secrets with which the images of such pods are pulled."),
    automountServiceAccountToken: ptr(4, bool(), "Whether such pods get a token of the account; default true."),
  }),
  statusSubresource: false,
  generation: false,
  columns: [
    column<ServiceAccount>("Secrets", (account) => account.secrets?.length ?? 0, "Number of Secrets.", {
      type: "integer",
    }),
  ],
  protobuf: { message: "k8s.io.api.core.v1.ServiceAccount", of: "object" },
});
