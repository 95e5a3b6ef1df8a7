import { networkInterfaces } from "node:os";
import { parseDuration } from "../base/duration.ts";
import { FairwayError } from "../base/fault.ts";
import type { Flag, Given } from "../cli/index.ts";
import type { Address } from "../settings/index.ts";
import { parseLabels, parseMetadata } from "./node-flags.ts";
import type { ProxyBootstrap } from "./proxy-bootstrap.ts";

/** The flags of `fairway proxy` that say what the proxy is and where its control plane is. */
export const proxyFlags: readonly Flag[] = [
  { name: "name", value: "POD", doc: "The workload's instance, such as a Pod's name. Must be given." },
  { name: "namespace", short: "n", value: "NS", default: "default", doc: "The workload's namespace." },
  {
    name: "node-type",
    value: "TYPE",
    choices: ["sidecar", "router"],
    default: "sidecar",
    doc: "Beside a workload, or a gateway of its own.",
  },
  { name: "ip", value: "IP", doc: "The workload's address; default: this machine's first one." },
  { name: "service-account", value: "SA", default: "default", doc: "The workload's service account: its identity." },
  { name: "labels", value: "K=V,…", doc: "The workload's labels." },
  { name: "metadata", value: "JSON", doc: "More of the node's metadata, as a JSON object." },
  {
    name: "xds-tls-address",
    value: "ADDRESS",
    default: "127.0.0.1:15012",
    doc: "Where the control plane serves xDS over TLS.",
  },
  {
    name: "xds-address",
    value: "ADDRESS",
    doc: "Where the control plane serves xDS in plain text; used in place of TLS, without identity and secrets.",
  },
  {
    name: "mode",
    value: "MODE",
    choices: ["delta", "sotw"],
    default: "delta",
    doc: "Form of xDS: what changed, or everything of a type.",
  },
  {
    name: "data-dir",
    value: "DIR",
    default: "./.fairway",
    doc: "Data directory of the control plane, whose authority issues the proxy's certificate.",
  },
  { name: "identity-dir", value: "DIR", doc: "Where the certificate is written; default: a temporary directory." },
  { name: "trust-domain", value: "NAME", default: "cluster.local", doc: "The mesh's trust domain." },
  { name: "domain-suffix", value: "NAME", default: "cluster.local", doc: "Domain of the names of Services." },
  {
    name: "admin-address",
    value: "ADDRESS",
    default: "127.0.0.1:15000",
    doc: "Where Envoy's admin page listens; 'none' for no such page.",
  },
];

/** `--certificate-lifetime`, whose default depends on whether somebody renews it. */
export const lifetimeFlag = (initial: string): Flag => ({
  name: "certificate-lifetime",
  value: "DURATION",
  default: initial,
  doc: "How long the proxy's certificate for the control plane is good.",
});

/** What the flags say of the proxy; the certificate is somebody else's part. */
export function proxyOf(given: Given): Omit<ProxyBootstrap, "tls"> {
  const text = (flag: string) => given.text(flag) ?? "";
  if (text("name") === "")
    throw new FairwayError("Settings", "--name must be given: the name of the workload's instance");
  const admin = text("admin-address");
  const xds = given.text("xds-address") === undefined ? "xds-tls-address" : "xds-address";
  return {
    type: text("node-type") === "router" ? "router" : "sidecar",
    name: text("name"),
    namespace: text("namespace"),
    ip: given.text("ip") ?? ownAddress(),
    serviceAccount: text("service-account"),
    labels: parseLabels(text("labels")),
    metadata: parseMetadata(given.text("metadata") ?? "{}"),
    domainSuffix: text("domain-suffix"),
    mode: text("mode") === "sotw" ? "sotw" : "delta",
    xds: parseAddress(text(xds), xds),
    ...(admin !== "none" && { admin: parseAddress(admin, "admin-address") }),
  };
}

/** Milliseconds. */
export function lifetimeOf(given: Given): number {
  const lifetime = parseDuration(given.text("certificate-lifetime") ?? "");
  if (lifetime !== undefined && lifetime >= 60_000) return lifetime;
  throw new FairwayError("Settings", "--certificate-lifetime must be a duration of a minute or more, such as 24h");
}

function parseAddress(text: string, flag: string): Address {
  const [, six, host, port] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65535) {
    throw new FairwayError("Settings", `--${flag} must be an address such as 127.0.0.1:15012: '${text}' is none`);
  }
  return { host: six ?? host ?? "", port: Number(port) };
}

function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.find(({ internal, family }) => !internal && family === "IPv4")?.address ?? "127.0.0.1";
}
