import type { Random } from "../../src/base/testing/random.ts";
import { xdsTypes } from "../../src/deliver/index.ts";
import type { DeltaDiscoveryRequest, DiscoveryRequest } from "../../src/gen/envoy/service/discovery/v3.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import { watchedCluster } from "./world.ts";

const codec = loadEnvoyCodec();

/** The two forms of xDS. */
export type Form = "sotw" | "delta";

export const forms: readonly [Form, Form] = ["sotw", "delta"];

const service = "/envoy.service.discovery.v3.AggregatedDiscoveryService";

/** The methods of the aggregated service. */
export const adsPaths: { readonly [form in Form]: string } = {
  sotw: `${service}/StreamAggregatedResources`,
  delta: `${service}/DeltaAggregatedResources`,
};

export const encodeSotwRequest = (request: DiscoveryRequest): Buffer =>
  Buffer.from(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", request));

export const encodeDeltaRequest = (request: DeltaDiscoveryRequest): Buffer =>
  Buffer.from(codec.encode("envoy.service.discovery.v3.DeltaDiscoveryRequest", request));

/** A request of either form that asks for these names. */
export function ask(form: Form, typeUrl: string, names: readonly string[], rest: DiscoveryRequest = {}): Buffer {
  const { versionInfo: _, ...both } = rest;
  return form === "sotw"
    ? encodeSotwRequest({ ...rest, typeUrl, resourceNames: [...names] })
    : encodeDeltaRequest({ ...both, typeUrl, resourceNamesSubscribe: [...names] });
}

/** The nonce of a response; empty if there is none. */
export function readNonce(form: Form, response: Uint8Array | undefined): string {
  if (!response) return "";
  const word = form === "sotw" ? "" : "Delta";
  return codec.decode(`envoy.service.discovery.v3.${word}DiscoveryResponse` as const, response).nonce ?? "";
}

/** A node that is taken; each number is another proxy. */
export function nodeOf(number: number, metadata: object = { NAMESPACE: "app" }): NonNullable<DiscoveryRequest["node"]> {
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  return {
    id: `sidecar~${address}~hostile-${number}.app~app.svc.cluster.local`,
    cluster: "hostile.app",
    metadata: metadata as never,
    locality: { region: "r", zone: "z" },
    userAgentName: "envoy",
    userAgentBuildVersion: { version: { majorNumber: 1, minorNumber: 40 } },
  };
}

const types = Object.values(xdsTypes) as [string, ...string[]];

/** Some valid request, as a client might send it first or later. */
export function validRequest(form: Form, random: Random): Buffer {
  const node = nodeOf(random.below(100), {
    NAMESPACE: "app",
    ISTIO_VERSION: "1.31.0",
    LABELS: { app: "hostile" },
    INSTANCE_IPS: "10.1.1.1,fd00::1",
    PROXY_CONFIG: { concurrency: 2 },
  });
  const typeUrl = random.pick(types);
  const names = random.pick<readonly string[]>([[], ["*"], [watchedCluster], ["80", "9080"], ["a", "b", "c"]]);
  const refused = random.chance(0.2) && { errorDetail: { code: 13, message: "Error adding/updating cluster(s) a: b" } };
  const answer = random.chance(0.3) && { responseNonce: "x/1", ...refused };
  if (form === "sotw")
    return encodeSotwRequest({ node, typeUrl, resourceNames: [...names], versionInfo: "v", ...answer });
  const initialResourceVersions = random.chance(0.3) ? { a: "1", [watchedCluster]: "2" } : {};
  const resourceNamesUnsubscribe = random.chance(0.3) ? ["b", "*"] : [];
  return encodeDeltaRequest({
    node,
    typeUrl,
    resourceNamesSubscribe: [...names],
    resourceNamesUnsubscribe,
    initialResourceVersions,
    ...answer,
  });
}
