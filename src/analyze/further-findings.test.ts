import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { allAnalyzers } from "./analyzers.ts";
import { told } from "./testing/findings-of.ts";

/** Analyzer, what it is to find, documents, findings. These are what the samples with expectations do not show. */
type Case = readonly [analyzer: string, name: string, yaml: string, findings: readonly string[]];

const injector = (values: string, revision = "") =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {name: istio-sidecar-injector${revision}, namespace: istio-system}, data: {values: '${values}'}}`;
const pod = (image: string, more = "") =>
  `{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {containers: [{name: istio-proxy, image: "${image}"}]${more}}}`;
const shop = "{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {istio-injection: enabled}}}";
const values = '{"global": {"hub": "hub.example.com", "tag": "1.2.3", "proxy": {"image": "proxyv2"}}}';
const gateway = `
apiVersion: networking.istio.io/v1
kind: Gateway
metadata: {name: edge, namespace: istio-system}
spec:
  selector: {istio: ingressgateway}
  servers: [{hosts: ["*"], port: {number: 443, name: https, protocol: HTTPS}, tls: {mode: SIMPLE, credentialName: edge}}]
`;
const claims = `
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: web, namespace: shop}
spec:
  hosts: [web.example.com]
  gateways: [istio-system/edge]
  http: [{match: [{headers: {"@request.auth.claims.group": {exact: admin}}}], route: [{destination: {host: web}}]}]
`;
const webhook = (name: string, selector: string) => `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: ${name}}
webhooks:
- name: namespace.sidecar-injector.istio.io
  clientConfig: {service: {name: istiod, namespace: istio-system}}
  namespaceSelector: {matchLabels: ${selector}}
  objectSelector: {matchExpressions: [{key: sidecar.istio.io/inject, operator: NotIn, values: ["false"]}]}
`;
const istiod =
  "{apiVersion: v1, kind: Service, metadata: {name: istiod, namespace: istio-system}, spec: {ports: [{name: https, port: 443}]}}";

const cases: readonly Case[] = [
  [
    "injection.Analyzer",
    "namespaces that are injected by default",
    `${injector('{"sidecarInjectorWebhook": {"enableNamespacesByDefault": true}}')}\n---\n{apiVersion: v1, kind: Namespace, metadata: {name: shop}}`,
    ["IST0148 Namespace shop metadata.labels"],
  ],
  [
    "injection.ImageAnalyzer",
    "proxies of another version",
    [injector(values), shop, pod("hub.example.com/proxyv2:1.2.2")].join("\n---\n"),
    ["IST0158 Namespace shop metadata.name"],
  ],
  [
    "injection.ImageAnalyzer",
    "no fault with variants of the image",
    [injector(values), shop, pod("hub.example.com/proxyv2:1.2.3-distroless")].join("\n---\n"),
    [],
  ],
  [
    "injection.ImageAnalyzer",
    "native sidecars, and images with a full name",
    [
      injector('{"global": {"proxy": {"image": "my/proxy:2"}}}'),
      shop,
      pod("my/proxy:1").replace("containers:", "initContainers:"),
    ].join("\n---\n"),
    ["IST0158 Namespace shop metadata.name"],
  ],
  [
    "authn.BlockedCIDRsAnalyzer",
    "a control plane that fetches keys from anywhere",
    `{apiVersion: security.istio.io/v1, kind: RequestAuthentication, metadata: {name: jwt, namespace: shop}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: istiod, namespace: istio-system, labels: {app: istiod}}}`,
    ["IST0175 Deployment istio-system/istiod spec.template.spec.containers"],
  ],
  [
    "gateway.SecretAnalyzer",
    "secrets without a key pair",
    `${gateway}---\n{apiVersion: v1, kind: Secret, metadata: {name: edge, namespace: istio-system}, data: {tls.crt: eA==, tls.key: eA==}}`,
    ["IST0161 Gateway istio-system/edge spec.servers[0].tls.credentialName"],
  ],
  [
    "virtualservice.JWTClaimRouteAnalyzer",
    "routes by claims that nothing validates",
    `${gateway}---${claims}`.concat(
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: edge-1, namespace: istio-system, labels: {istio: ingressgateway}}}",
    ),
    ['IST0149 VirtualService shop/web spec.http[0].match[0].headers["@request.auth.claims.group"]'],
  ],
  [
    "virtualservice.JWTClaimRouteAnalyzer",
    "no fault with claims that are validated",
    `${gateway}---${claims}---\n{apiVersion: security.istio.io/v1, kind: RequestAuthentication, metadata: {name: jwt, namespace: istio-system}}`,
    [],
  ],
  [
    "virtualservice.DestinationHostAnalyzer",
    "subsets that do not apply at a gateway",
    `{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop}, spec: {ports: [{port: 80}]}}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: split, namespace: shop}
spec: {hosts: [web], http: [{route: [{destination: {host: web, subset: v1}}]}]}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: edge, namespace: shop}
spec: {hosts: [web.example.com], gateways: [edge], http: [{route: [{destination: {host: web.shop.svc.cluster.local}}]}]}`,
    ["IST0140 VirtualService shop/edge spec.http[0].route[0].destination"],
  ],
  [
    "telemetry.DefaultSelectorAnalyzer",
    "two Telemetries without a selector",
    ["a", "b"]
      .map((name) => `{apiVersion: telemetry.istio.io/v1, kind: Telemetry, metadata: {name: ${name}, namespace: shop}}`)
      .join("\n---\n"),
    ["IST0160 Telemetry shop/a spec", "IST0160 Telemetry shop/b spec"],
  ],
  [
    "conditions.ConditionAnalyzer",
    "conditions that tell of a fault",
    `apiVersion: networking.istio.io/v1
kind: ServiceEntry
metadata: {name: db, namespace: shop}
status: {conditions: [{type: Accepted, status: "False", reason: Invalid}, {type: Conflicted, status: "False"}]}`,
    ["IST0171 ServiceEntry shop/db status.conditions[0]"],
  ],
  [
    "deprecation.FieldAnalyzer",
    "kinds that Istio has given up",
    "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: serviceroles.rbac.istio.io}, spec: {group: rbac.istio.io, names: {kind: ServiceRole}}}",
    ["IST0002 CustomResourceDefinition serviceroles.rbac.istio.io spec.names.kind"],
  ],
  [
    "webhook.Analyzer",
    "webhooks that inject twice",
    [webhook("a", "{istio-injection: enabled}"), webhook("b", "{istio-injection: enabled}"), istiod].join("---\n"),
    ["IST0139 MutatingWebhookConfiguration a webhooks[0]", "IST0139 MutatingWebhookConfiguration b webhooks[0]"],
  ],
  [
    "webhook.Analyzer",
    "webhooks whose service is missing",
    [webhook("a", "{istio-injection: enabled}"), webhook("b", "{istio.io/rev: canary, istio-injection: x}")].join(
      "---\n",
    ),
    [
      "IST0139 MutatingWebhookConfiguration a webhooks[0].clientConfig.service",
      "IST0139 MutatingWebhookConfiguration b webhooks[0].clientConfig.service",
    ],
  ],
  [
    "schema.ValidationAnalyzer",
    "objects of Istio's kinds that are invalid",
    `{apiVersion: networking.istio.io/v1, kind: Gateway, metadata: {name: edge}, spec: {sevrers: []}}
---
{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {prots: []}}`,
    ["IST0106 Gateway edge spec.servers", "IST0106 Gateway edge spec.sevrers"],
  ],
  [
    "annotations.K8sAnalyzer",
    "annotations of pods' templates",
    `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {metadata: {annotations: {sidecar.istio.io/interceptionMode: ALWAYS, sidecar.istio.io/proxyCPU: 1m}}}}`,
    ['IST0125 Deployment web spec.template.metadata.annotations["sidecar.istio.io/interceptionMode"]'],
  ],
  [
    "destinationrule.PodNotSelectedAnalyzer",
    "no fault with subsets of a service whose workloads are not known, nor with wildcards",
    `{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop}, spec: {selector: {app: web}, ports: [{port: 80}]}}
---
{apiVersion: networking.istio.io/v1, kind: DestinationRule, metadata: {name: a, namespace: shop}, spec: {host: web, subsets: [{name: v1, labels: {version: v1}}]}}
---
{apiVersion: networking.istio.io/v1, kind: DestinationRule, metadata: {name: b, namespace: shop}, spec: {host: "*.shop.svc.cluster.local"}}`,
    [],
  ],
];

suite("findings that the samples do not show", () => {
  for (const [analyzer, name, yaml, findings] of cases) {
    test(`${analyzer} finds ${name}`, () => {
      const analyzers = allAnalyzers.filter((each) => each.name === analyzer);
      assert.equal(analyzers.length, 1);
      assert.deepEqual(told(yaml, { analyzers }), findings);
    });
  }
});
