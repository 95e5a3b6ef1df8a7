import { isIP } from "node:net";
import { FairwayError } from "../base/fault.ts";
import type { Service } from "../core/index.ts";
import type { Call } from "../trace/index.ts";
import type { OfflineMesh } from "./offline-mesh.ts";

/** What is asked for, and where a client would connect to for it. */
export interface Target {
  readonly url: string;
  readonly service?: Service;
  readonly call: Omit<Call, "direction" | "source">;
  /** How the address was found, in words. */
  readonly resolved: string;
}

/** What of a request the command line says besides its URL. */
export interface RequestOptions {
  readonly method?: string;
  /** Lines such as `x-user: jason`. */
  readonly headers: readonly string[];
}

/** Stands for addresses that only DNS knows; documentation keeps it for such uses. */
const somewhere = "203.0.113.1";

const schemes = {
  "http:": { port: 80, protocol: "http1", tls: "plain" },
  "https:": { port: 443, protocol: "http1", tls: "tls" },
  "http2:": { port: 80, protocol: "http2", tls: "plain" },
  "grpc:": { port: 80, protocol: "http2", tls: "plain" },
  "tcp:": { port: 0, protocol: "tcp", tls: "plain" },
  "tls:": { port: 443, protocol: "tcp", tls: "tls" },
} as const;

/** Reads a URL as a client in a namespace would: its host becomes an address as DNS would tell it. */
export function resolveTarget(mesh: OfflineMesh, text: string, namespace: string, options: RequestOptions): Target {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url && Object.entries(schemes).find(([name]) => name === url.protocol)?.[1];
  if (url === undefined || scheme === undefined || url.hostname === "") {
    const known = Object.keys(schemes).join("//, ");
    throw new FairwayError("Settings", `--to must be a URL that begins with ${known}//: '${text}' is none`);
  }
  const port = Number(url.port) || scheme.port;
  if (port === 0) throw new FairwayError("Settings", `--to must name a port: '${text}' has none`);
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const found = findAddress(mesh, hostname, port, namespace);
  const { host, ...headers } = parseHeaders(options.headers);
  const call: Target["call"] = {
    destination: { address: found.address, port },
    protocol: scheme.protocol,
    tls: scheme.tls,
    host: host ?? url.host,
    path: `${url.pathname || "/"}${url.search}`,
    method: options.method ?? (url.protocol === "grpc:" ? "POST" : "GET"),
    headers: url.protocol === "grpc:" ? { "content-type": "application/grpc", ...headers } : headers,
    ...(scheme.tls === "tls" && {
      ...(isIP(hostname) === 0 && { serverName: hostname }),
      ...(scheme.protocol === "http1" && { alpn: ["http/1.1"] }),
    }),
  };
  return { url: text, call, resolved: found.resolved, ...(found.service && { service: found.service }) };
}

function parseHeaders(lines: readonly string[]): { [name: string]: string } {
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":", 1);
      if (colon < 1) throw new FairwayError("Settings", `-H must be a line such as 'name: value': '${line}' is none`);
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

interface Found {
  readonly address: string;
  readonly resolved: string;
  readonly service?: Service;
}

function findAddress(mesh: OfflineMesh, hostname: string, port: number, namespace: string): Found {
  if (isIP(hostname) !== 0) return { address: hostname, resolved: `${hostname} is an address` };
  const service = findService(mesh, hostname, namespace);
  if (service === undefined) {
    const pod = findPodOfService(mesh, hostname, port, namespace);
    return (
      pod ?? {
        address: somewhere,
        resolved: `no service is called ${hostname}; ${somewhere} stands for what only DNS knows`,
      }
    );
  }
  const concrete = service.aliasOf ? (findService(mesh, service.aliasOf, namespace) ?? service) : service;
  const [own] = [...concrete.addresses, ...concrete.allocatedAddresses];
  if (own !== undefined) {
    const address = own.split("/")[0] ?? own;
    return { address, service, resolved: `${concrete.hostname} has address ${own}` };
  }
  const [endpoint] = mesh.snapshot.registry.endpointsOfPort(concrete, port);
  const [address] = endpoint?.addresses ?? [];
  if (address !== undefined && isIP(address) !== 0) {
    return {
      address,
      service,
      resolved: `${concrete.hostname} has no address of its own; its first endpoint is ${address}`,
    };
  }
  return {
    address: somewhere,
    service,
    resolved: `no address of ${concrete.hostname} is in the files; ${somewhere} stands for it`,
  };
}

/** By the name as it is, or completed as a resolver of the namespace would. */
function findService(mesh: OfflineMesh, hostname: string, namespace: string): Service | undefined {
  const { registry, settings } = mesh.snapshot;
  const name = hostname.replace(/\.$/, "");
  const names = [
    name,
    `${name}.${namespace}.svc.${settings.domainSuffix}`,
    `${name}.svc.${settings.domainSuffix}`,
    `${name}.${settings.domainSuffix}`,
  ];
  return names.map((each) => registry.service(each)).find((service) => service !== undefined);
}

/** A Pod by its own name in a headless service: `db-0.db`. */
function findPodOfService(mesh: OfflineMesh, hostname: string, port: number, namespace: string): Found | undefined {
  const dot = hostname.indexOf(".");
  const service = dot > 0 ? findService(mesh, hostname.slice(dot + 1), namespace) : undefined;
  if (service === undefined || !service.headless) return undefined;
  const endpoints = mesh.snapshot.registry.endpointsOfPort(service, port);
  const [address] = endpoints.find((each) => each.hostname === hostname.slice(0, dot))?.addresses ?? [];
  return address === undefined
    ? undefined
    : { address, service, resolved: `${hostname} is an endpoint of ${service.hostname}, ${address}` };
}
