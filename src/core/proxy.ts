import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import { type AddressFamilies, familiesOf } from "./address-families.ts";
import type { Locality } from "./locality.ts";
import { nowhere } from "./locality.ts";

export type ProxyType = "sidecar" | "router";

/**
 * Which filters a proxy has. `istio` is Istio's build of Envoy and gets its filters; `envoy` is plain Envoy and gets none
 * that upstream does not have; `grpc` is a proxyless gRPC client.
 */
export type Dialect = "istio" | "envoy" | "grpc";

/** What a proxy tells of itself: plain identity, no state of a stream and nothing that was derived. */
export interface Proxy {
  /** The whole node id. */
  readonly id: string;
  readonly type: ProxyType;
  readonly dialect: Dialect;
  /** Its addresses, the first one the node id's. */
  readonly addresses: readonly string[];
  /** What families its addresses are of. */
  readonly families: AddressFamilies;
  /** The workload's instance: a pod's name. */
  readonly name: string;
  readonly namespace: string;
  /** Domain by which short host names are completed: `app.svc.cluster.local`. */
  readonly dnsDomain: string;
  /** The workload's labels as the proxy knows them. */
  readonly labels: { readonly [key: string]: string };
  readonly serviceAccount: string;
  readonly cluster: string;
  readonly network: string;
  readonly locality: Locality;
  /** Version of the Istio build, such as `1.31.0`; empty for others. */
  readonly istioVersion: string;
  /** All that the node's metadata said. */
  readonly metadata: { readonly [key: string]: unknown };
}

/** A node as it comes over xDS or from the command line. */
export interface NodeIdentity {
  readonly id: string;
  readonly metadata?: unknown;
  readonly locality?: Partial<Locality>;
}

/** More than the names in it may have together; it stands in every line of the log. */
const maxIdLength = 1024;

/** Reads `sidecar~10.0.0.1~pod.ns~ns.svc.cluster.local` and the metadata beside it; a malformed id is a BadRequest fault. */
export function parseProxy(node: NodeIdentity): Proxy {
  if (node.id.length > maxIdLength) {
    throw new FairwayError("BadRequest", `the node id must have at most ${maxIdLength} characters`);
  }
  const parts = node.id.split("~");
  const [type, ip = "", workload = "", dnsDomain = ""] = parts;
  if (parts.length !== 4) {
    throw new FairwayError(
      "BadRequest",
      `the node id '${node.id}' must have four parts: type~ip~name.namespace~domain`,
    );
  }
  if (type !== "sidecar" && type !== "router") {
    throw new FairwayError("BadRequest", `the node id '${node.id}' must begin with sidecar or router`);
  }
  const metadata = isObject(node.metadata) ? node.metadata : {};
  const dot = workload.lastIndexOf(".");
  const istioVersion = text(metadata["ISTIO_VERSION"]);
  const addresses = addressesOf(ip, text(metadata["INSTANCE_IPS"]));
  return {
    id: node.id,
    type,
    dialect: text(metadata["GENERATOR"]) === "grpc" ? "grpc" : istioVersion === "" ? "envoy" : "istio",
    addresses,
    families: familiesOf(addresses),
    name: dot < 0 ? workload : workload.slice(0, dot),
    namespace: text(metadata["NAMESPACE"]) || (dot < 0 ? "" : workload.slice(dot + 1)),
    dnsDomain,
    labels: textMap(metadata["LABELS"]),
    serviceAccount: text(metadata["SERVICE_ACCOUNT"]),
    cluster: text(metadata["CLUSTER_ID"]),
    network: text(metadata["NETWORK"]),
    locality: { ...nowhere, ...node.locality },
    istioVersion,
    metadata,
  };
}

/** Metadata is written by clients: anything that is not text counts as not there. */
function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textMap(value: unknown): { readonly [key: string]: string } {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function addressesOf(ip: string, instanceIps: string): readonly string[] {
  const all = [ip, ...instanceIps.split(",")].map((address) => address.trim()).filter((address) => address !== "");
  return [...new Set(all)];
}
