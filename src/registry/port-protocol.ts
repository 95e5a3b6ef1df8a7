import type { KubernetesServicePort } from "../api/index.ts";
import { type Protocol, parseProtocol } from "../core/index.ts";

/** Application protocols that Kubernetes itself defines. */
const kubernetesProtocols: ReadonlyMap<string, Protocol> = new Map([
  ["kubernetes.io/h2c", "http2"],
  ["kubernetes.io/ws", "http"],
  ["kubernetes.io/wss", "https"],
]);

/** SMTP, DNS, MySQL, MongoDB: the server speaks first there, so that looking at the traffic would wait for ever. */
const serverFirstPorts = new Set([25, 53, 3306, 27017]);

/** The protocol of a Kubernetes Service's port: `appProtocol`, else the part of its name before the hyphen. */
export function kubernetesPortProtocol(port: KubernetesServicePort): Protocol {
  // No proxy forwards SCTP either.
  if (port.protocol === "UDP" || port.protocol === "SCTP") return "udp";
  const word = port.appProtocol ?? port.name ?? "";
  return kubernetesProtocols.get(word) ?? protocolOfName(word) ?? (serverFirstPorts.has(port.port) ? "tcp" : "auto");
}

function protocolOfName(name: string): Protocol | undefined {
  if (/^grpc-web/i.test(name)) return "grpc-web";
  const hyphen = name.indexOf("-");
  return parseProtocol(hyphen < 0 ? name : name.slice(0, hyphen));
}

/** The protocol that a port of an Istio kind names. */
export function entryPortProtocol(word: string | undefined): Protocol {
  // A forward proxy's port carries HTTP.
  if (word?.toUpperCase() === "HTTP_PROXY") return "http";
  return parseProtocol(word ?? "") ?? "auto";
}
