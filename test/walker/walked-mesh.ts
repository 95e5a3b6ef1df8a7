import { freePorts } from "../../src/base/free-ports.ts";
import type { Random } from "../../src/base/testing/random.ts";
import { type Named, type ProxyConfig, walkCall } from "../../src/trace/index.ts";
import { admittedResources, snapshotOf, translationFor } from "../compare/fairway-answer.ts";
import { sentMessages } from "../compare/sent-messages.ts";
import { type ProxyResources, staticBootstrap, type ThrowawayPair } from "../peers/static-bootstrap.ts";
import { callOf, disagreement } from "./agreement.ts";
import { type GeneratedMesh, generatedMesh, type MeshPorts, nodes } from "./generated-mesh.ts";
import type { GeneratedRequest } from "./generated-request.ts";
import { sendRequest } from "./send-request.ts";
import { startStaticEnvoy } from "./static-envoy.ts";

/** A generated mesh whose proxies run, and which the walker knows too. */
export interface WalkedMesh {
  readonly ports: MeshPorts;
  /** Sends a request to Envoy and walks it; undefined if both come to the same, else what differs and all about it. */
  compare(request: GeneratedRequest): Promise<Comparison>;
  stop(): Promise<void>;
}

/** How a request ended by the walker, and in what Envoy differed. */
export interface Comparison {
  readonly end: string;
  readonly difference?: string;
}

export interface WalkedMeshOptions {
  readonly random: Random;
  /** Port of the workloads. */
  readonly workloads: number;
  readonly jwks: string;
  readonly pair: ThrowawayPair;
}

export async function startWalkedMesh({ random, workloads, jwks, pair }: WalkedMeshOptions): Promise<WalkedMesh> {
  const [http = 0, https = 0, egress = 0, ingress = 0, outboundCapture = 0, inboundCapture = 0] = await freePorts(6);
  const ports = { http, https, egress, ingress, outboundCapture, inboundCapture, workloads };
  const sent = translated(generatedMesh(random, ports, jwks));
  const envoys = await Promise.all([
    startStaticEnvoy(staticBootstrap(sent.gateway, pair), [http, https]),
    startStaticEnvoy(staticBootstrap(sent.sidecar, pair), [egress, ingress]),
  ]);
  const configs = { gateway: configOf(sent.gateway), sidecar: configOf(sent.sidecar) };
  return {
    ports,
    async compare(request) {
      const { outcome, steps } = walkCall(configs[request.to], callOf(request));
      const seen = await sendRequest(request);
      const end = outcome.kind === "forwarded" ? outcome.kind : outcome.reason;
      const difference = disagreement(outcome, seen);
      if (difference === undefined) return { end };
      const told = steps.map(({ kind, decision, name, text }) => `  ${kind} ${decision} ${name}: ${text}`);
      const both = `the walker and Envoy differ: ${difference}`;
      return { end, difference: [both, JSON.stringify(request), JSON.stringify(seen), ...told].join("\n") };
    },
    async stop() {
      await Promise.all(envoys.map((envoy) => envoy.stop()));
    },
  };
}

type Sent = { readonly [N in keyof typeof nodes]: ProxyResources };

function translated({ objects, mesh }: GeneratedMesh): Sent {
  const { resources, refused } = admittedResources(objects);
  if (refused.length > 0) throw new Error(`generated objects must be valid: ${refused.join("\n")}`);
  const snapshot = snapshotOf({ resources, mesh });
  const sent = (node: keyof typeof nodes) => sentMessages(translationFor(snapshot, nodes[node]));
  return { gateway: sent("gateway"), sidecar: sent("sidecar") };
}

function configOf({ listeners, routes, clusters, endpoints }: ProxyResources): ProxyConfig {
  const named = <M>(list: readonly object[]): Named<M> =>
    new Map(
      list.map((message) => {
        const { name, clusterName } = message as { readonly name?: string; readonly clusterName?: string };
        return [name ?? clusterName ?? "", { message: message as M }];
      }),
    );
  return {
    listeners: named(listeners),
    routes: named(routes),
    clusters: named(clusters),
    endpoints: named(endpoints),
  };
}
