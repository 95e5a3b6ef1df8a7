import { defineKind } from "../kind.ts";
import { condition } from "../meta/condition.ts";
import type { Resource } from "../resource.ts";
import { choice, list, map, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { distinctRefs } from "./distinct-refs.ts";
import { controllerName, groupName, hostname, kindName, objectName, preciseHostname, sectionName } from "./names.ts";
import { localObjectRef } from "./object-ref.ts";
import { parentRef } from "./parent-ref.ts";
import { union } from "./union.ts";

/** What a policy is about: an object of its own namespace, or a part of it. */
export const policyTargetRef = obj({
  group: req(0, groupName, "API group of the target; empty for Kubernetes' core group."),
  kind: req(0, kindName, "Kind of the target, such as 'Service'."),
  name: req(0, objectName, "Name of the target."),
  sectionName: opt(0, sectionName, "Part of the target, such as a Service's port by name; absent: all of it."),
});

/** A name that a backend's certificate must hold. */
export const subjectAltName = obj(
  {
    type: req(0, choice(["Hostname", "URI"]), "Which sort of name: 'Hostname' or 'URI'."),
    hostname: opt(0, hostname, "Host name, with the type 'Hostname'."),
    uri: opt(
      0,
      str({ minLength: 1, maxLength: 253, pattern: "^(([^:/?#]+):)(//([^/?#]*))([^?#]*)(\\?([^#]*))?(#(.*))?" }),
      "URI such as 'spiffe://mesh.example.com/ns/shop/sa/cart', with the type 'URI'.",
    ),
  },
  { checks: [union({ Hostname: "hostname", URI: "uri" })] },
);

interface Authorities {
  readonly caCertificateRefs?: readonly unknown[] | undefined;
  readonly wellKnownCACertificates?: string | undefined;
}

const oneSourceOfTrust: Check<Authorities> = ({ caCertificateRefs = [], wellKnownCACertificates }, report) => {
  const referenced = caCertificateRefs.length > 0;
  const wellKnown = wellKnownCACertificates !== undefined;
  if (referenced && wellKnown) report("FW0712", "must not have both `caCertificateRefs` and `wellKnownCACertificates`");
  if (!referenced && !wellKnown) report("FW0712", "must have `caCertificateRefs` or `wellKnownCACertificates`");
};

const wellKnown =
  "^(System|([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]))$";

/** How a backend's certificate is checked. */
export const backendTlsValidation = obj(
  {
    caCertificateRefs: opt(
      0,
      list(localObjectRef, { maxItems: 8 }),
      "Certificate authorities to trust, usually a ConfigMap with the key 'ca.crt'.",
    ),
    wellKnownCACertificates: opt(
      0,
      str({ minLength: 1, maxLength: 253, pattern: wellKnown }),
      "A known set of certificate authorities: 'System', or one of the implementation's own.",
    ),
    hostname: req(0, preciseHostname, "Server name (SNI) to ask for, and name that the certificate must hold."),
    subjectAltNames: opt(
      0,
      list(subjectAltName, { maxItems: 5 }),
      "Names of which the certificate must hold one, instead of `hostname`.",
    ),
  },
  { checks: [oneSourceOfTrust] },
);

/** What a BackendTLSPolicy asks for. */
export const backendTlsPolicySpec = obj({
  targetRefs: req(
    0,
    list(policyTargetRef, {
      minItems: 1,
      maxItems: 16,
      checks: [distinctRefs((ref) => [ref.group, ref.kind, ref.name], "sectionName")],
    }),
    "Backends that are called with TLS.",
  ),
  validation: req(0, backendTlsValidation, "How the backends' certificates are checked."),
  options: opt(
    0,
    map(str({ minLength: 0, maxLength: 4096 }), { maxProperties: 16 }),
    "Further settings that the implementation knows.",
  ),
});

/** What one controller says about a policy on one of the Gateways that use it. */
export const policyAncestorStatus = obj({
  ancestorRef: req(0, parentRef, "Gateway, or other object, through which the policy takes effect."),
  controllerName: req(0, controllerName, "Controller that wrote this."),
  conditions: req(
    0,
    list(condition, { minItems: 1, maxItems: 8, keys: ["type"] }),
    "Whether the policy was accepted and its references could be resolved.",
  ),
});

/** The state of a BackendTLSPolicy. */
export const backendTlsPolicyStatus = obj({
  ancestors: req(0, list(policyAncestorStatus, { maxItems: 16 }), "State of the policy on each Gateway that uses it."),
});

export interface SubjectAltName extends Infer<typeof subjectAltName> {}
export interface BackendTlsValidation extends Infer<typeof backendTlsValidation> {}
export interface BackendTLSPolicySpec extends Infer<typeof backendTlsPolicySpec> {}
export interface BackendTLSPolicyStatus extends Infer<typeof backendTlsPolicyStatus> {}

/** An object of the kind BackendTLSPolicy. */
export interface BackendTLSPolicy extends Resource {
  readonly spec: BackendTLSPolicySpec;
  readonly status?: BackendTLSPolicyStatus | undefined;
}

export const backendTlsPolicyKind = defineKind<BackendTLSPolicy>({
  group: "gateway.networking.k8s.io",
  kind: "BackendTLSPolicy",
  shortNames: ["btlspolicy"],
  categories: ["gateway-api"],
  versions: [
    { name: "v1" },
    {
      name: "v1alpha3",
      deprecation:
        "gateway.networking.k8s.io/v1alpha3 BackendTLSPolicy is deprecated; use gateway.networking.k8s.io/v1",
    },
  ],
  doc: "Has Gateways call backends with TLS and says how their certificates are checked.",
  schema: obj({
    spec: req(0, backendTlsPolicySpec, "The backends and how their certificates are checked."),
    status: opt(0, backendTlsPolicyStatus, "What controllers say about the policy."),
  }),
});
