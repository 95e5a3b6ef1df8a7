import { isIP } from "node:net";
import { validDnsSubdomain } from "../checks/names.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { inline, int32, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { joinFew, joinOr } from "./cells.ts";
import { ingressBackend } from "./ingress-backend.ts";
import { checkIngressPath, ingressPathFields } from "./ingress-path.ts";
import { protocol } from "./protocol.ts";

const isIngressHost: Check<string> = (host, report) => {
  const name = host.startsWith("*.") ? host.slice(2) : host;
  if (isIP(host) !== 0) report("FW0204", `must be a host name, not the IP address '${host}'`);
  else if (name.includes("*")) report("FW0205", `must have '*' only as its whole first label, not '${host}'`);
  else if (!validDnsSubdomain(name)) report("FW0204", `must be a lower-case host name, not '${host}'`);
};

const ingressHost = str({ emptyIsAbsent: true, checks: [isIngressHost] });

const ingressRule = obj({
  host: opt(1, ingressHost, "Host name of the requests, exact or as in '*.example.com'; all hosts if absent."),
  ...inline(2, {
    http: ptr(
      1,
      obj({
        paths: req(
          1,
          list(obj(ingressPathFields, { checks: [checkIngressPath] }), { minItems: 1 }),
          "Backends by path; the longest path that fits is used.",
        ),
      }),
      "Where requests for the host go; to the default backend if absent.",
    ),
  }),
});

const ingressTls = obj({
  hosts: opt(1, list(str({ checks: [isIngressHost] })), "Host names that the certificate is for; all if absent."),
  secretName: opt(2, str(), "Secret with certificate and key; the controller's default if absent."),
});

/** What a user asks of an Ingress. */
export const ingressSpec = obj({
  ingressClassName: ptr(
    4,
    str(),
    "Name of the IngressClass, which says who serves the Ingress; the default one if absent.",
  ),
  defaultBackend: ptr(1, ingressBackend, "Where requests go that no rule takes."),
  tls: opt(2, list(ingressTls), "Certificates by host."),
  rules: opt(3, list(ingressRule), "Where requests go by host and path."),
});

const ingressStatus = obj({
  loadBalancer: opt(
    1,
    obj({
      ingress: opt(
        1,
        list(
          obj({
            ip: opt(1, str(), "Address of the load balancer."),
            hostname: opt(2, str(), "DNS name of the load balancer."),
            ports: opt(
              4,
              list(
                obj({
                  port: req(1, int32(), "Port number."),
                  protocol: req(2, protocol, "Protocol of the port.", { default: "TCP" }),
                  error: ptr(3, str({ maxLength: 316 }), "Why the port is not served: one word for machines."),
                }),
              ),
              "State of the single ports.",
            ),
          }),
        ),
        "Points where the load balancer takes traffic.",
      ),
    }),
    "State of the load balancer.",
  ),
});

export interface IngressSpec extends Infer<typeof ingressSpec> {}

/** Rules by which HTTP requests from outside reach Services. */
export interface Ingress extends Resource {
  readonly spec?: IngressSpec | undefined;
  readonly status?: Infer<typeof ingressStatus> | undefined;
}

export const ingressKind = defineKind<Ingress>({
  group: "networking.k8s.io",
  kind: "Ingress",
  shortNames: ["ing"],
  versions: [{ name: "v1" }],
  doc: "Rules by which HTTP requests from outside reach Services.",
  schema: obj({
    spec: opt(2, ingressSpec, "What is asked for."),
    status: opt(3, ingressStatus, "What was done; written by controllers."),
  }),
  columns: [
    column<Ingress>("Class", ({ spec }) => spec?.ingressClassName ?? "<none>", "Class of the Ingress."),
    column<Ingress>("Hosts", ({ spec }) => formatHosts(spec), "Host names of the rules."),
    column<Ingress>("Address", formatAddress, "Where the load balancer is reached."),
    column<Ingress>("Ports", ({ spec }) => (spec?.tls?.length ? "80, 443" : "80"), "Ports that are served."),
  ],
  validate({ spec }, report) {
    if (!spec?.defaultBackend && !spec?.rules?.length) {
      report("FW0103", "must have `defaultBackend` or `rules`", "spec");
    }
  },
  protobuf: { message: "k8s.io.api.networking.v1.Ingress", of: "object" },
});

function formatHosts(spec: IngressSpec | undefined): string {
  const hosts = spec?.rules?.map((rule) => rule.host ?? "*") ?? [];
  return joinFew(hosts, "*");
}

function formatAddress({ status }: Ingress): string {
  return joinOr(
    status?.loadBalancer?.ingress?.map((i) => i.ip || i.hostname || ""),
    "",
  );
}
