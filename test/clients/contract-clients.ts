import type { TestContext } from "node:test";
import { type GrpcHandler, GrpcServer, type GrpcServerOptions } from "../../src/grpc/index.ts";
import { type EnvoyFront, startEnvoyFront } from "../peers/envoy-front.ts";
import { type ChannelOptions, GrpcPeer, type PeerChannel, prepareGoPeer } from "../peers/grpc-peer.ts";

/** A client that runs, and how it reaches a server of ours. */
export interface ContractClient {
  readonly peer: GrpcPeer;
  /** Where the server must listen; 0: anywhere. */
  readonly port: number;
  /** The client's target for a server at an address. */
  target(address: string): string;
  stop(): Promise<void>;
}

/** The clients that users have. Each test of the contract runs with every one of them. */
export const contractClients: { readonly [name: string]: () => Promise<ContractClient> } = {
  "Go's client": async () => direct(GrpcPeer.go()),
  "Node's client": async () => direct(GrpcPeer.node()),
  "a client behind Envoy": async () => behindEnvoy(GrpcPeer.node(), await startEnvoyFront()),
};

/** Why a client cannot be had here; false if it can. */
export function skipReasonOf(name: string): false | string {
  return name === "Go's client" && prepareGoPeer();
}

/** Those of them that make connections to the server themselves. */
export const directClients: typeof contractClients = Object.fromEntries(
  Object.entries(contractClients).filter(([name]) => name !== "a client behind Envoy"),
);

function direct(peer: GrpcPeer): ContractClient {
  return { peer, port: 0, target: (address) => `dns:///${address}`, stop: () => peer.stop() };
}

function behindEnvoy(peer: GrpcPeer, envoy: EnvoyFront): ContractClient {
  return {
    peer,
    port: envoy.upstreamPort,
    target: () => `dns:///${envoy.address}`,
    stop: async () => {
      await peer.stop();
      await envoy.stop();
    },
  };
}

/** A server of ours for one test, and a channel of the client to it. */
export interface Served {
  readonly server: GrpcServer;
  readonly address: string;
  readonly channel: PeerChannel;
}

/** Serves handlers by the names of their methods in `test.Contract`, for as long as the test runs. */
export async function serve(
  t: TestContext,
  client: ContractClient,
  handlers: { readonly [method: string]: GrpcHandler },
  { channel: channelOptions = {}, ...options }: Partial<GrpcServerOptions> & { readonly channel?: ChannelOptions } = {},
): Promise<Served> {
  const methods = new Map(Object.entries(handlers).map(([name, handler]) => [pathOf(name), handler]));
  const server = new GrpcServer({ methods, ...options });
  const address = await server.listen({ host: "127.0.0.1", port: client.port }, "test");
  const channel = await client.peer.connect(client.target(address), channelOptions);
  t.after(async () => {
    await channel.close();
    await server.close(1000);
  });
  return { server, address, channel };
}

/** The path of a method of `test.Contract`. */
export function pathOf(method: string): string {
  return `/test.Contract/${method}`;
}
