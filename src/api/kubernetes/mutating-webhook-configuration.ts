import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { list, obj, opt } from "../schema/build.ts";
import { type MutatingWebhook, mutatingWebhook } from "./admission-webhook.ts";

/** Webhooks that may change the objects of requests before they are checked and stored. */
export interface MutatingWebhookConfiguration extends Resource {
  readonly webhooks?: readonly MutatingWebhook[] | undefined;
}

export const mutatingWebhookConfigurationKind = defineKind<MutatingWebhookConfiguration>({
  group: "admissionregistration.k8s.io",
  kind: "MutatingWebhookConfiguration",
  categories: ["api-extensions"],
  namespaced: false,
  versions: [{ name: "v1" }],
  doc: "Webhooks that may change the objects of requests before they are checked and stored.",
  schema: obj({
    webhooks: opt(2, list(mutatingWebhook, { keys: ["name"] }), "The webhooks, each with a name of its own."),
  }),
  statusSubresource: false,
  columns: [
    column<MutatingWebhookConfiguration>("Webhooks", (c) => c.webhooks?.length ?? 0, "Number of webhooks.", {
      type: "integer",
    }),
  ],
  protobuf: { message: "k8s.io.api.admissionregistration.v1.MutatingWebhookConfiguration", of: "object" },
});
