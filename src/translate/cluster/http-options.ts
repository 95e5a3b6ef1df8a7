import type { ConnectionPoolSettings, OutlierDetection } from "../../api/index.ts";
import { isHttp2, type Protocol } from "../../core/index.ts";
import type { Any } from "../../gen/any.ts";
import type {
  HttpProtocolOptions as CommonOptions,
  Http1ProtocolOptions,
  Http2ProtocolOptions,
} from "../../gen/envoy/config/core/v3.ts";
import type { HttpProtocolOptions } from "../../gen/envoy/extensions/upstreams/http/v3.ts";
import { any } from "../any.ts";
import { keepsHeaderCase } from "../header-case.ts";
import { protoDuration } from "../proto-duration.ts";

const extension = "envoy.extensions.upstreams.http.v3.HttpProtocolOptions";

/** What decides how a cluster speaks HTTP. */
export interface HttpChoice {
  readonly protocol: Protocol;
  readonly pool: ConnectionPoolSettings | undefined;
  readonly outliers?: OutlierDetection | undefined;
  /** Whether HTTP/1.1 is upgraded to HTTP/2 where the pool says nothing of it; `never`: not even if it asks. */
  readonly upgrades: boolean | "never";
  /** The upstream is TLS of the user's making: its name is taken from each request, and so is the identity it must have. */
  readonly autoSni?: boolean;
  readonly autoSanValidation?: boolean;
  /** HTTP/1 headers go on in the letter case in which they came. */
  readonly keepsHeaderCase: boolean;
  /** The proxy finds the protocol of each connection out, and goes on with it. */
  readonly clientDecides: boolean;
}

export type ExtensionOptions = { readonly [extension: string]: Any };

/** Envoy's options for HTTP upstreams; undefined where its defaults do. */
export function httpOptions(choice: HttpChoice): ExtensionOptions | undefined {
  const common = commonOptions(choice.pool);
  const { autoSni, autoSanValidation } = choice;
  const errors = errorMatcher(choice.outliers);
  const speaks = protocolOptions(choice);
  if (speaks === plainHttp && !common && !autoSni && !autoSanValidation && !errors) return undefined;
  const options: HttpProtocolOptions = {
    ...(common && { commonHttpProtocolOptions: common }),
    ...((autoSni || autoSanValidation) && {
      upstreamHttpProtocolOptions: { ...(autoSni && { autoSni }), ...(autoSanValidation && { autoSanValidation }) },
    }),
    ...(errors && { outlierDetection: errors }),
    ...speaks,
  };
  return { [extension]: any(extension, options) };
}

/** Whether a cluster speaks HTTP/2 to its upstream. */
export function speaksHttp2({ protocol, pool, upgrades }: Pick<HttpChoice, "protocol" | "pool" | "upgrades">): boolean {
  if (isHttp2(protocol)) return true;
  if (protocol !== "http" || upgrades === "never") return false;
  const policy = pool?.http?.h2UpgradePolicy;
  return policy === "UPGRADE" || (upgrades && policy !== "DO_NOT_UPGRADE");
}

const plainHttp: HttpProtocolOptions = { explicitHttpConfig: { httpProtocolOptions: {} } };
const casedHttp1: Http1ProtocolOptions = { headerKeyFormat: keepsHeaderCase };

function protocolOptions(choice: HttpChoice): HttpProtocolOptions {
  const http = choice.pool?.http;
  const http2: Http2ProtocolOptions = {
    ...(http?.maxConcurrentStreams ? { maxConcurrentStreams: http.maxConcurrentStreams } : {}),
    ...(http?.http2KeepAlive && { connectionKeepalive: keepalive(http.http2KeepAlive) }),
  };
  const cased = choice.keepsHeaderCase && (choice.protocol === "http" || choice.protocol === "auto");
  if (choice.clientDecides || http?.useClientProtocol) {
    return {
      useDownstreamProtocolConfig: { httpProtocolOptions: cased ? casedHttp1 : {}, http2ProtocolOptions: http2 },
    };
  }
  if (speaksHttp2(choice)) return { explicitHttpConfig: { http2ProtocolOptions: http2 } };
  return cased ? { explicitHttpConfig: { httpProtocolOptions: casedHttp1 } } : plainHttp;
}

type HttpSettings = NonNullable<ConnectionPoolSettings["http"]>;

function keepalive({ interval, timeout }: NonNullable<HttpSettings["http2KeepAlive"]>) {
  return {
    ...(interval !== undefined && { interval: protoDuration(interval) }),
    ...(timeout !== undefined && { timeout: protoDuration(timeout) }),
  };
}

/** Idle time and age of connections. The pool's TCP settings hold for HTTP too where HTTP says nothing. */
function commonOptions(pool: ConnectionPoolSettings | undefined): CommonOptions | undefined {
  const { tcp, http } = pool ?? {};
  const idleTimeout = http?.idleTimeout ?? tcp?.idleTimeout;
  const maxConnectionDuration = tcp?.maxConnectionDuration;
  const maxRequestsPerConnection = http?.maxRequestsPerConnection || undefined;
  const http2 = http?.maxConcurrentStreams || http?.http2KeepAlive;
  if (!(idleTimeout || maxConnectionDuration || maxRequestsPerConnection || http2)) return undefined;
  return {
    ...(idleTimeout !== undefined && { idleTimeout: protoDuration(idleTimeout) }),
    ...(maxConnectionDuration !== undefined && { maxConnectionDuration: protoDuration(maxConnectionDuration) }),
    ...(maxRequestsPerConnection !== undefined && { maxRequestsPerConnection }),
  };
}

/** The statuses that count as errors of the upstream, where the user chose others than 5xx. */
function errorMatcher(outliers: OutlierDetection | undefined): HttpProtocolOptions["outlierDetection"] {
  const codes = outliers?.outlierDetectionHttpErrorCodes ?? [];
  if (codes.length === 0) return undefined;
  const rules = codes.map((code) => ({
    httpResponseHeadersMatch: { headers: [{ name: ":status", stringMatch: { exact: String(code) } }] },
  }));
  const [only] = rules;
  return { errorMatcher: rules.length === 1 && only ? only : { orMatch: { rules } } };
}
