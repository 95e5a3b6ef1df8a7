import { labelSelector } from "../meta/label-selector.ts";
import { choice, list, map, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { groupName, hostname, kindName, portNumber, protocolName, sectionName } from "./names.ts";
import { secretObjectRef } from "./object-ref.ts";

/** A kind of route. */
export const routeGroupKind = obj({
  group: opt(0, groupName, "API group of the kind; default 'gateway.networking.k8s.io'.", {
    default: "gateway.networking.k8s.io",
  }),
  kind: req(0, kindName, "Kind of route, such as 'HTTPRoute'."),
});

/** From which namespaces and of which kinds routes may attach to a listener. */
export const allowedRoutes = obj({
  namespaces: opt(
    0,
    obj({
      from: opt(
        0,
        choice(["All", "Selector", "Same"]),
        "'All' namespaces, those that the 'Selector' picks, or the 'Same' as the Gateway's (default).",
        { default: "Same" },
      ),
      selector: opt(0, labelSelector, "Which namespaces, by label, when `from` is 'Selector'."),
    }),
    "Namespaces of the routes; default: the Gateway's own.",
    { default: { from: "Same" } },
  ),
  kinds: opt(0, list(routeGroupKind, { maxItems: 8 }), "Kinds of routes; absent: all that fit the protocol."),
});

interface TlsSettings {
  readonly mode?: string | undefined;
  readonly certificateRefs?: readonly unknown[] | undefined;
  readonly options?: object | undefined;
}

const terminatesWithCertificate: Check<TlsSettings> = ({ mode, certificateRefs = [], options = {} }, report) => {
  if (mode === "Terminate" && certificateRefs.length === 0 && Object.keys(options).length === 0) {
    report("FW0710", "must have `certificateRefs` or `options` when `mode` is 'Terminate'");
  }
};

/** How a listener speaks TLS with its clients. */
export const listenerTls = obj(
  {
    mode: opt(
      0,
      choice(["Terminate", "Passthrough"]),
      "'Terminate' decrypts at the Gateway (default); 'Passthrough' leaves that to the backend.",
      { default: "Terminate" },
    ),
    certificateRefs: opt(0, list(secretObjectRef, { maxItems: 64 }), "Certificates with their keys, for 'Terminate'."),
    options: opt(
      0,
      map(str({ minLength: 0, maxLength: 4096 }), { maxProperties: 16 }),
      "Further settings that the implementation knows, such as its own modes.",
    ),
  },
  { checks: [terminatesWithCertificate] },
);

/** A port of a Gateway, and which traffic it takes there. */
export const listener = obj({
  name: req(0, sectionName, "Name of the listener, unique in the Gateway."),
  hostname: opt(0, hostname, "Host name of the requests, such as '*.example.com'; absent: all."),
  port: req(0, portNumber, "Port to listen on."),
  protocol: req(0, protocolName, "'HTTP', 'HTTPS', 'TLS', 'TCP', 'UDP', or an implementation's own protocol."),
  tls: opt(0, listenerTls, "TLS towards the clients, for the protocols 'HTTPS' and 'TLS'."),
  allowedRoutes: opt(0, allowedRoutes, "Which routes may attach; default: those of the Gateway's namespace.", {
    default: { namespaces: { from: "Same" } },
  }),
});

export interface RouteGroupKind extends Infer<typeof routeGroupKind> {}
export interface AllowedRoutes extends Infer<typeof allowedRoutes> {}
export interface ListenerTls extends Infer<typeof listenerTls> {}
export interface Listener extends Infer<typeof listener> {}

const tlsFitsProtocol: Check<readonly Listener[]> = (listeners, report) => {
  listeners.forEach(({ protocol, tls }, index) => {
    if (["HTTP", "TCP", "UDP"].includes(protocol) && tls !== undefined) {
      report("FW0710", `must not be set with the protocol '${protocol}'`, index, "tls");
    }
    if (protocol === "HTTPS" && tls !== undefined && tls.mode !== "Terminate") {
      report("FW0710", "must be 'Terminate' with the protocol 'HTTPS'", index, "tls", "mode");
    }
    if (protocol === "TLS" && tls?.mode === undefined) {
      report("FW0710", "must be set with the protocol 'TLS'", index, "tls");
    }
  });
};

const hostnameFitsProtocol: Check<readonly Listener[]> = (listeners, report) => {
  listeners.forEach(({ protocol, hostname: name }, index) => {
    if (["TCP", "UDP"].includes(protocol) && name !== undefined) {
      report("FW0111", `must not be set with the protocol '${protocol}'`, index, "hostname");
    }
  });
};

const toldApart: Check<readonly Listener[]> = (listeners, report) => {
  const seen = new Map<string, string>();
  listeners.forEach(({ name, port, protocol, hostname: host }, index) => {
    const identity = JSON.stringify([port, protocol, host]);
    const other = seen.get(identity);
    if (other === undefined) seen.set(identity, name);
    else report("FW0711", `must differ from the listener '${other}' in port, protocol or hostname`, index);
  });
};

/** The listeners of a Gateway. */
export const listeners = list(listener, {
  minItems: 1,
  maxItems: 64,
  keys: ["name"],
  checks: [tlsFitsProtocol, hostnameFitsProtocol, toldApart],
});
