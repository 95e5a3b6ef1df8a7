import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "../../src/base/free-ports.ts";
import { envoyPath } from "./envoy.ts";
import { startPeer } from "./peer-process.ts";

/** A real Envoy that takes HTTP/2 and makes HTTP/2 calls to a port of this machine. */
export interface EnvoyFront {
  /** Where it listens. */
  readonly address: string;
  /** Where it expects the server, whether one is there or not. */
  readonly upstreamPort: number;
  /** Its admin pages. */
  readonly admin: string;
  stop(): Promise<void>;
}

/** Starts Envoy in front of a free port; `cluster` says more of the server, such as how its health is checked. */
export async function startEnvoyFront(cluster: object = {}): Promise<EnvoyFront> {
  const dir = mkdtempSync(join(tmpdir(), "fairway-front-"));
  const [port = 0, upstreamPort = 0, adminPort = 0] = await freePorts(3);
  const config = join(dir, "bootstrap.json");
  writeFileSync(config, JSON.stringify(bootstrap(port, upstreamPort, adminPort, cluster)));
  const admin = `http://127.0.0.1:${adminPort}`;
  const envoy = await startPeer({
    program: envoyPath(),
    args: ["--config-path", config, "--log-level", "warn", "--concurrency", "1", "--disable-hot-restart"],
    log: join(dir, "envoy.log"),
    ready: async () => (await fetch(`${admin}/listeners`)).ok,
  });
  const stop = async () => {
    await envoy.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  return { address: `127.0.0.1:${port}`, upstreamPort, admin, stop };
}

const extension = "type.googleapis.com/envoy.extensions";

function bootstrap(port: number, upstreamPort: number, adminPort: number, cluster: object): object {
  const route = {
    cluster: "server",
    // Calls last as long as their ends want them to.
    timeout: "0s",
    // A server that went away is noticed by the call that meets its closed connection.
    retryPolicy: { retryOn: "connect-failure,refused-stream,reset-before-request", numRetries: 5 },
  };
  const manager = {
    "@type": `${extension}.filters.network.http_connection_manager.v3.HttpConnectionManager`,
    statPrefix: "front",
    codecType: "HTTP2",
    streamIdleTimeout: "0s",
    httpFilters: [{ name: "router", typedConfig: { "@type": `${extension}.filters.http.router.v3.Router` } }],
    routeConfig: { virtualHosts: [{ name: "all", domains: ["*"], routes: [{ match: { prefix: "/" }, route }] }] },
  };
  return {
    admin: { address: socketAddress(adminPort) },
    staticResources: {
      listeners: [
        {
          name: "front",
          address: socketAddress(port),
          filterChains: [{ filters: [{ name: "http", typedConfig: manager }] }],
        },
      ],
      clusters: [
        {
          name: "server",
          connectTimeout: "5s",
          circuitBreakers: { thresholds: [{ maxRequests: 100_000, maxPendingRequests: 100_000, maxRetries: 100_000 }] },
          loadAssignment: {
            clusterName: "server",
            endpoints: [{ lbEndpoints: [{ endpoint: { address: socketAddress(upstreamPort) } }] }],
          },
          typedExtensionProtocolOptions: {
            "envoy.extensions.upstreams.http.v3.HttpProtocolOptions": {
              "@type": `${extension}.upstreams.http.v3.HttpProtocolOptions`,
              explicitHttpConfig: { http2ProtocolOptions: {} },
            },
          },
          ...cluster,
        },
      ],
    },
  };
}

function socketAddress(portValue: number): object {
  return { socketAddress: { address: "127.0.0.1", portValue } };
}
