import { isIP } from "node:net";
import { keyOf, type ResourceKey, type WorkloadEntry, type WorkloadEntrySpec } from "../api/index.ts";
import { isObject } from "../base/json.ts";
import { type Health, type Locality, nowhere, parseLocality, type Workload } from "../core/index.ts";
import { networkOf } from "./network-of.ts";
import { localityOfLabel, placedLabels } from "./place.ts";
import { wellKnown } from "./well-known.ts";
import { labelsOf, type WorkloadContext } from "./workload-context.ts";

/** The workload of a WorkloadEntry. Labels of its metadata count too; those of its spec go before them. */
export function entryWorkload(entry: WorkloadEntry, context: WorkloadContext): Workload | undefined {
  const labels = { ...labelsOf(entry), ...entry.spec.labels };
  const owner = { origin: keyOf(entry), name: entry.metadata.name ?? "", health: entryHealth(entry, context) };
  return specWorkload({ ...entry.spec, labels }, owner, context);
}

/** Whose address it is: a WorkloadEntry's own, or one of a ServiceEntry's. */
export interface EntryOwner {
  readonly origin: ResourceKey;
  readonly name: string;
  readonly health: Health;
}

/** The workload of an address written by hand. Without an address it stands for all of its network. */
export function specWorkload(
  spec: WorkloadEntrySpec,
  { origin, name, health }: EntryOwner,
  context: WorkloadContext,
): Workload | undefined {
  const { address = "", labels = {}, serviceAccount: account = "", ports = {}, weight = 0 } = spec;
  if (typeof address !== "string" || !isObject(labels) || !isObject(ports)) throw new TypeError("is malformed");
  const { clusterId: cluster } = context.settings;
  const { namespace } = origin;
  const network = spec.network || networkOf({ address, labels, namespace }, context);
  if (address === "" && network === "") return undefined;
  const locality = localityOf(spec, labels);
  return {
    origin,
    namespace,
    name,
    cluster,
    addresses: address === "" ? [] : [address],
    sharesAddress: false,
    labels,
    placedLabels: placedLabels(labels, { cluster, network, locality, node: "" }),
    serviceAccount: context.identity(namespace, account),
    network,
    locality,
    node: "",
    weight,
    mutualTls: speaksMutualTls(labels[wellKnown.tlsMode], account),
    health,
    ports,
    hostname: "",
    subdomain: "",
  };
}

/** Whether an address is one to connect to rather than a name to resolve. */
export function isConcrete(address: string): boolean {
  return isIP(address) !== 0 || address.startsWith("unix://");
}

function localityOf(spec: WorkloadEntrySpec, labels: { readonly [key: string]: string }): Locality {
  return spec.locality ? parseLocality(spec.locality) : (localityOfLabel(labels) ?? nowhere);
}

/** Who has an account of the mesh has a certificate of it, unless the label says otherwise. */
function speaksMutualTls(label: string | undefined, account: string): boolean {
  return label === undefined ? account !== "" : label === "istio";
}

/** Without the annotation a health may be reported, but nobody has asked for it to count. */
function entryHealth({ metadata, status }: WorkloadEntry, { settings }: WorkloadContext): Health {
  const counts = settings.workloadHealth && isTrue.test(metadata.annotations?.[wellKnown.healthChecked] ?? "");
  if (!counts) return "unknown";
  const condition = status?.conditions?.find(({ type }) => type === "Healthy");
  return condition?.status === "True" ? "healthy" : "unready";
}

/** What istiod takes for true. */
const isTrue = /^(1|t|T|true|TRUE|True)$/;
