import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { list, obj, opt } from "../schema/build.ts";
import { type ValidatingWebhook, validatingWebhook } from "./admission-webhook.ts";

/** Webhooks that the API server asks whether a request may pass. */
export interface ValidatingWebhookConfiguration extends Resource {
  readonly webhooks?: readonly ValidatingWebhook[] | undefined;
}

export const validatingWebhookConfigurationKind = defineKind<ValidatingWebhookConfiguration>({
  group: "admissionregistration.k8s.io",
  kind: "ValidatingWebhookConfiguration",
  categories: ["api-extensions"],
  namespaced: false,
  versions: [{ name: "v1" }],
  doc: "Webhooks that the API server asks whether a request may pass.",
  schema: obj({
    webhooks: opt(2, list(validatingWebhook, { keys: ["name"] }), "The webhooks, each with a name of its own."),
  }),
  statusSubresource: false,
  columns: [
    column<ValidatingWebhookConfiguration>("Webhooks", (c) => c.webhooks?.length ?? 0, "Number of webhooks.", {
      type: "integer",
    }),
  ],
  protobuf: { message: "k8s.io.api.admissionregistration.v1.ValidatingWebhookConfiguration", of: "object" },
});
