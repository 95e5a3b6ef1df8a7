import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admitted, cells, judge, type Row } from "../testing/judge.ts";
import { mutatingWebhookConfigurationKind } from "./mutating-webhook-configuration.ts";
import {
  type ValidatingWebhookConfiguration,
  validatingWebhookConfigurationKind,
} from "./validating-webhook-configuration.ts";

const service = { namespace: "a", name: "b" };
const base = { name: "a.example.com", clientConfig: { service }, sideEffects: "None", admissionReviewVersions: ["v1"] };
const webhook = (fields: object): object => ({ webhooks: [{ ...base, ...fields }] });
const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] };
const rules = (fields: object): object => webhook({ rules: [{ ...rule, ...fields }] });
const url = (text: string): object => webhook({ clientConfig: { url: text } });

const rows: readonly Row[] = [
  ["no webhooks", {}],
  ["a webhook", webhook({ rules: [rule] })],
  ["a name of two labels", webhook({ name: "example.com" }), "FW0670 webhooks[0].name"],
  ["a name twice", { webhooks: [base, base] }, "FW0108 webhooks[1]"],
  ["no side effects", webhook({ sideEffects: undefined }), "FW0103 webhooks[0].sideEffects"],
  ["some side effects", webhook({ sideEffects: "Some" }), "FW0104 webhooks[0].sideEffects"],
  [
    "only an unknown version",
    webhook({ admissionReviewVersions: ["v2"] }),
    "FW0670 webhooks[0].admissionReviewVersions",
  ],
  [
    "no versions",
    webhook({ admissionReviewVersions: [] }),
    "FW0106 webhooks[0].admissionReviewVersions",
    "FW0670 webhooks[0].admissionReviewVersions",
  ],
  [
    "a version twice",
    webhook({ admissionReviewVersions: ["v1", "v1"] }),
    "FW0108 webhooks[0].admissionReviewVersions[1]",
  ],
  ["a long wait", webhook({ timeoutSeconds: 31 }), "FW0105 webhooks[0].timeoutSeconds"],

  ["a URL", url("https://a.example.com:8443/b")],
  ["a URL without TLS", url("http://a.example.com"), "FW0208 webhooks[0].clientConfig.url"],
  ["a URL with a query", url("https://a.example.com?b=c"), "FW0208 webhooks[0].clientConfig.url"],
  ["a URL with a user", url("https://a:b@c.example.com"), "FW0208 webhooks[0].clientConfig.url"],
  ["no URL", url("a"), "FW0208 webhooks[0].clientConfig.url"],
  ["nothing to ask", webhook({ clientConfig: {} }), "FW0103 webhooks[0].clientConfig"],
  ["two to ask", webhook({ clientConfig: { url: "https://a.b", service } }), "FW0111 webhooks[0].clientConfig"],
  [
    "a relative path",
    webhook({ clientConfig: { service: { ...service, path: "a" } } }),
    "FW0670 webhooks[0].clientConfig.service.path",
  ],

  ["all operations", rules({ operations: ["*"] })],
  ["all operations and one", rules({ operations: ["*", "CREATE"] }), "FW0670 webhooks[0].rules[0].operations"],
  ["an unknown operation", rules({ operations: ["GET"] }), "FW0104 webhooks[0].rules[0].operations[0]"],
  ["no groups", rules({ apiGroups: [] }), "FW0106 webhooks[0].rules[0].apiGroups"],
  ["all resources and a subresource", rules({ resources: ["*", "pods/log"] })],
  ["all resources and one", rules({ resources: ["*", "pods"] }), "FW0670 webhooks[0].rules[0].resources[1]"],
  ["everything and something", rules({ resources: ["*/*", "pods"] }), "FW0670 webhooks[0].rules[0].resources"],
  ["a condition", webhook({ matchConditions: [{ name: "a", expression: "true" }] })],
  [
    "a bad selector",
    webhook({ objectSelector: { matchLabels: { "a b": "" } } }),
    'FW0213 webhooks[0].objectSelector.matchLabels["a b"]',
  ],
];

for (const kind of [validatingWebhookConfigurationKind, mutatingWebhookConfigurationKind]) {
  describe(kind.kind, () => {
    for (const [name, fields, ...problems] of rows) {
      test(name, () => assert.deepEqual(judge(kind, fields), problems));
    }

    test("counts its webhooks", () => {
      assert.deepEqual(cells(kind, admitted(kind, webhook({}))), { Webhooks: 1 });
    });
  });
}

test("only mutating webhooks are asked again", () => {
  const again = webhook({ reinvocationPolicy: "IfNeeded" });
  assert.deepEqual(judge(mutatingWebhookConfigurationKind, again), []);
  assert.deepEqual(judge(validatingWebhookConfigurationKind, again), ["FW0101 webhooks[0].reinvocationPolicy"]);
});

test("a webhook has defaults", () => {
  const configuration = admitted<ValidatingWebhookConfiguration>(
    validatingWebhookConfigurationKind,
    webhook({ rules: [rule] }),
  );
  assert.deepEqual(configuration.webhooks, [
    {
      ...base,
      clientConfig: { service: { ...service, port: 443 } },
      rules: [{ ...rule, scope: "*" }],
      failurePolicy: "Fail",
      matchPolicy: "Equivalent",
      namespaceSelector: {},
      objectSelector: {},
      timeoutSeconds: 10,
    },
  ]);
});
