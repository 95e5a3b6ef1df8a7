import type { ConnectionPoolSettings } from "../../api/index.ts";
import { isHttp2, type Protocol } from "../../core/index.ts";
import type { Any } from "../../gen/any.ts";
import type { HttpProtocolOptions as CommonOptions, Http2ProtocolOptions } from "../../gen/envoy/config/core/v3.ts";
import type { HttpProtocolOptions } from "../../gen/envoy/extensions/upstreams/http/v3.ts";
import { any } from "../any.ts";

const extension = "envoy.extensions.upstreams.http.v3.HttpProtocolOptions";

/** What decides how a cluster speaks HTTP. */
export interface HttpChoice {
  readonly protocol: Protocol;
  readonly pool: ConnectionPoolSettings | undefined;
  /** The mesh upgrades HTTP/1.1 to HTTP/2 by default. */
  readonly meshUpgrades: boolean;
  /** The upstream is TLS of the user's making, whose name and identity follow from the request. */
  readonly followsRequest: boolean;
  /** The connection goes where it was going: the protocol is the client's, whatever it is. */
  readonly clientDecides: boolean;
}

/** Envoy's options for HTTP upstreams; undefined where its defaults do. */
export function httpOptions(choice: HttpChoice): { readonly [extension: string]: Any } | undefined {
  const common = commonOptions(choice.pool);
  const upstream = choice.followsRequest ? { autoSni: true, autoSanValidation: true } : undefined;
  const speaks = protocolOptions(choice);
  const plain = "explicitHttpConfig" in speaks && "httpProtocolOptions" in (speaks.explicitHttpConfig ?? {});
  if (plain && !common && !upstream) return undefined;
  const options: HttpProtocolOptions = {
    ...(common && { commonHttpProtocolOptions: common }),
    ...(upstream && { upstreamHttpProtocolOptions: upstream }),
    ...speaks,
  };
  return { [extension]: any(extension, options) };
}

function protocolOptions({ protocol, pool, meshUpgrades, clientDecides }: HttpChoice): HttpProtocolOptions {
  const http = pool?.http;
  const http2: Http2ProtocolOptions = {
    ...(http?.maxConcurrentStreams ? { maxConcurrentStreams: http.maxConcurrentStreams } : {}),
    ...(http?.http2KeepAlive && { connectionKeepalive: { ...http.http2KeepAlive } }),
  };
  if (clientDecides || http?.useClientProtocol) {
    return { useDownstreamProtocolConfig: { httpProtocolOptions: {}, http2ProtocolOptions: http2 } };
  }
  const upgrades = http?.h2UpgradePolicy === "UPGRADE" || (meshUpgrades && http?.h2UpgradePolicy !== "DO_NOT_UPGRADE");
  const speaksHttp2 = isHttp2(protocol) || (upgrades && protocol === "http");
  return { explicitHttpConfig: speaksHttp2 ? { http2ProtocolOptions: http2 } : { httpProtocolOptions: {} } };
}

/** Idle time and age of connections. The pool's TCP settings hold for HTTP too where HTTP says nothing. */
function commonOptions(pool: ConnectionPoolSettings | undefined): CommonOptions | undefined {
  const { tcp, http } = pool ?? {};
  const idleTimeout = http?.idleTimeout ?? tcp?.idleTimeout;
  const maxConnectionDuration = tcp?.maxConnectionDuration;
  const maxRequestsPerConnection = http?.maxRequestsPerConnection;
  if (idleTimeout === undefined && maxConnectionDuration === undefined && !maxRequestsPerConnection) return undefined;
  return {
    ...(idleTimeout !== undefined && { idleTimeout }),
    ...(maxConnectionDuration !== undefined && { maxConnectionDuration }),
    ...(maxRequestsPerConnection ? { maxRequestsPerConnection } : {}),
  };
}
