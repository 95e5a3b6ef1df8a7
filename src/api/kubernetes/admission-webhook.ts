import { uniqueBy } from "../checks/across.ts";
import { validDnsLabel, validDnsSubdomain } from "../checks/names.ts";
import { labelSelector } from "../meta/label-selector.ts";
import { choice, int32, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { admissionRule } from "./admission-rule.ts";
import { filledText } from "./filled-text.ts";
import { webhookClientConfig } from "./webhook-client.ts";

const isWebhookName: Check<string> = (name, report) => {
  if (!validDnsSubdomain(name) || name.split(".").length < 3) {
    report("FW0670", `must be a lower-case domain of three or more labels, not '${name}'`);
  }
};

const isReviewVersion: Check<string> = (version, report) => {
  if (!validDnsLabel(version)) report("FW0670", `must be a version such as 'v1', not '${version}'`);
};

const includesKnownVersion: Check<readonly string[]> = (versions, report) => {
  if (!versions.includes("v1") && !versions.includes("v1beta1")) report("FW0670", "must include 'v1' or 'v1beta1'");
};

const matchCondition = obj({
  name: req(1, filledText, "Name of the condition, unique in the webhook."),
  expression: req(
    2,
    filledText,
    "CEL expression that gives true or false; may use `object`, `oldObject` and `request`.",
  ),
});

/**
 * The fields of a webhook. Validating and mutating webhooks have the same, but for
 * two protobuf numbers and `reinvocationPolicy`.
 */
const webhookFields = (numbers: { readonly objectSelector: number; readonly matchConditions: number }) => ({
  name: req(1, str({ checks: [isWebhookName] }), "Name of the webhook, such as 'validation.example.com'."),
  clientConfig: req(2, webhookClientConfig, "How the webhook is reached."),
  rules: opt(3, list(admissionRule), "Requests that the webhook is told of."),
  failurePolicy: ptr(
    4,
    choice(["Ignore", "Fail"]),
    "Whether requests pass when the webhook cannot be asked: 'Ignore' lets them, 'Fail' (the default) does not.",
    { default: "Fail" },
  ),
  matchPolicy: ptr(
    9,
    choice(["Exact", "Equivalent"]),
    "Whether rules also match other versions of a resource: 'Equivalent' (the default) or 'Exact'.",
    { default: "Equivalent" },
  ),
  namespaceSelector: ptr(5, labelSelector, "Namespaces whose objects count; all by default.", { default: {} }),
  objectSelector: ptr(numbers.objectSelector, labelSelector, "Objects that count; all by default.", { default: {} }),
  sideEffects: req(
    6,
    choice(["None", "NoneOnDryRun"]),
    "Whether being asked makes the webhook change anything: 'None', or 'NoneOnDryRun' if only on dry runs not.",
  ),
  timeoutSeconds: ptr(7, int32({ min: 1, max: 30 }), "Seconds to wait for the webhook; default 10.", { default: 10 }),
  admissionReviewVersions: req(
    8,
    list(str({ checks: [isReviewVersion] }), { minItems: 1, checks: [uniqueBy((v) => v), includesKnownVersion] }),
    "Versions of AdmissionReview that the webhook understands, the best first.",
  ),
  matchConditions: opt(
    numbers.matchConditions,
    list(matchCondition, { keys: ["name"], maxItems: 64 }),
    "Conditions in CEL, all of which must hold for the webhook to be asked.",
  ),
});

/** A webhook that is asked whether a request may pass. */
export const validatingWebhook = obj(webhookFields({ objectSelector: 10, matchConditions: 11 }));

/** A webhook that may change the object of a request. */
export const mutatingWebhook = obj({
  ...webhookFields({ objectSelector: 11, matchConditions: 12 }),
  reinvocationPolicy: ptr(
    10,
    choice(["Never", "IfNeeded"]),
    "Whether the webhook is asked again when a later one changed the object: 'Never' (the default) or 'IfNeeded'.",
    { default: "Never" },
  ),
});

export interface ValidatingWebhook extends Infer<typeof validatingWebhook> {}
export interface MutatingWebhook extends Infer<typeof mutatingWebhook> {}
