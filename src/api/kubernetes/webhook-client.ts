import { exactlyOne } from "../checks/across.ts";
import { isPort } from "../checks/address.ts";
import { int32, obj, opt, ptr, req, str } from "../schema/build.ts";
import { bytes } from "../schema/formats.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { filledText } from "./filled-text.ts";

const isWebhookUrl: Check<string> = (text, report) => {
  const url = URL.parse(text);
  if (url === null || url.host === "") return report("FW0208", `must be a URL, not '${text}'`);
  if (url.protocol !== "https:") report("FW0208", `must start with https://, not '${text}'`);
  if (url.username !== "" || url.password !== "") report("FW0208", "must not hold a user name or password");
  if (url.search !== "" || text.includes("?")) report("FW0208", "must not have a query");
  if (url.hash !== "" || text.includes("#")) report("FW0208", "must not have a fragment");
};

const isWebhookPath: Check<string> = (path, report) => {
  if (!path.startsWith("/")) report("FW0670", `must start with '/', not '${path}'`);
  else if (path.includes("//")) report("FW0670", `must not have empty segments: '${path}'`);
};

const serviceReference = obj({
  namespace: req(1, filledText, "Namespace of the Service."),
  name: req(2, filledText, "Name of the Service."),
  path: ptr(3, str({ checks: [isWebhookPath] }), "Path of the requests."),
  port: ptr(4, int32({ checks: [isPort] }), "Port of the Service; default 443.", { default: 443 }),
});

/** How the API server reaches a webhook. */
export const webhookClientConfig = obj(
  {
    url: ptr(3, str({ checks: [isWebhookUrl] }), "Where the webhook is, as a URL with https; else give `service`."),
    service: ptr(1, serviceReference, "The Service behind which the webhook runs; else give `url`."),
    caBundle: opt(2, bytes(), "Certificates in PEM to verify the webhook with, in base64; the system's if absent."),
  },
  { checks: [exactlyOne("url", "service")] },
);

export interface WebhookClientConfig extends Infer<typeof webhookClientConfig> {}
