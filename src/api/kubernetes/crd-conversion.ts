import type { Report } from "../problem.ts";
import { choice, list, obj, opt, req, str } from "../schema/build.ts";
import type { Infer, InferFields } from "../schema/schema.ts";
import { webhookClientConfig } from "./webhook-client.ts";

const conversionFields = {
  strategy: req(
    1,
    choice(["None", "Webhook"]),
    "'None' (the default) changes only `apiVersion`; 'Webhook' leaves the conversion to a webhook.",
  ),
  webhook: opt(
    2,
    obj({
      clientConfig: opt(2, webhookClientConfig, "How the webhook is reached."),
      conversionReviewVersions: req(
        3,
        list(str(), { minItems: 1 }),
        "Versions of ConversionReview that the webhook understands, the best first.",
      ),
    }),
    "The webhook, with the strategy 'Webhook'.",
  ),
};

function checkConversion({ strategy, webhook }: InferFields<typeof conversionFields>, report: Report): void {
  if (strategy === "None" && webhook !== undefined) {
    report("FW0111", "must not be set with the strategy 'None'", "webhook");
  }
  if (strategy === "Webhook" && webhook?.clientConfig === undefined) {
    report("FW0112", "must be set with the strategy 'Webhook'", "webhook", "clientConfig");
  }
}

/** How objects get from one version of a custom kind to another. */
export const crdConversion = obj(conversionFields, { checks: [checkConversion] });

export interface CrdConversion extends Infer<typeof crdConversion> {}
