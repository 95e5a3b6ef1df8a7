import { isDnsLabel, validDnsSubdomain } from "../checks/names.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { choice, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Check, Infer, InferFields } from "../schema/schema.ts";

const parametersFields = {
  apiGroup: ptr(1, str(), "API group of the object; the core group if absent."),
  kind: req(2, str(), "Kind of the object."),
  name: req(3, str(), "Name of the object."),
  scope: ptr(
    4,
    choice(["Cluster", "Namespace"]),
    "Whether the object is cluster-wide ('Cluster') or has a namespace.",
    {
      default: "Cluster",
    },
  ),
  namespace: ptr(5, str({ checks: [isDnsLabel] }), "Namespace of the object, with the scope 'Namespace'."),
};

function namespaceFitsScope({ scope, namespace }: InferFields<typeof parametersFields>, report: Report): void {
  if (scope === "Namespace" && namespace === undefined)
    report("FW0112", "must be set with the scope 'Namespace'", "namespace");
  if (scope === "Cluster" && namespace !== undefined)
    report("FW0111", "must not be set with the scope 'Cluster'", "namespace");
}

/** Names like `istio.io/ingress-controller`: a domain, a slash and a path. */
const isControllerName: Check<string> = (name, report) => {
  const slash = name.indexOf("/");
  if (name === "") return;
  if (name.length > 250) report("FW0106", `must have at most 250 characters, not ${name.length}`);
  else if (slash < 1 || slash === name.length - 1 || !validDnsSubdomain(name.slice(0, slash))) {
    report("FW0107", `must be a domain and a path, such as 'example.com/controller', not '${name}'`);
  }
};

const ingressClassSpec = obj({
  controller: opt(
    1,
    str({ checks: [isControllerName] }),
    "Which controller serves Ingresses of the class; cannot change.",
  ),
  parameters: ptr(
    2,
    obj(parametersFields, { checks: [namespaceFitsScope] }),
    "Object with settings for the controller.",
  ),
});

/** A class of Ingresses, served by one controller. */
export interface IngressClass extends Resource {
  readonly spec?: Infer<typeof ingressClassSpec> | undefined;
}

export const ingressClassKind = defineKind<IngressClass>({
  group: "networking.k8s.io",
  kind: "IngressClass",
  namespaced: false,
  versions: [{ name: "v1" }],
  doc: "A class of Ingresses, served by one controller.",
  schema: obj({ spec: opt(2, ingressClassSpec, "What is asked for.") }),
  statusSubresource: false,
  columns: [
    column("Controller", ".spec.controller", "Which controller serves the class."),
    column<IngressClass>("Parameters", formatParameters, "Object with settings for the controller."),
  ],
  validateUpdate(ingressClass, old, report) {
    const before = old.spec?.controller;
    if (ingressClass.spec?.controller !== before) report("FW0116", `must stay '${before ?? ""}'`, "spec", "controller");
  },
  protobuf: { message: "k8s.io.api.networking.v1.IngressClass", of: "object" },
});

function formatParameters({ spec }: IngressClass): string {
  const parameters = spec?.parameters;
  if (parameters === undefined) return "<none>";
  return `${parameters.kind}${parameters.apiGroup ? `.${parameters.apiGroup}` : ""}/${parameters.name}`;
}
