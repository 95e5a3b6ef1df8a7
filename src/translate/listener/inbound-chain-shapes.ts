import type { FilterChainMatch } from "../../gen/envoy/config/listener/v3.ts";
import type { MtlsMode } from "../../mesh/index.ts";
import { plainHttp } from "./listener-filters.ts";

/** What is spoken on a port, as far as filter chains differ by it; `auto` is found out by looking. */
export type PortContent = "http" | "tcp" | "auto";

/** One of the ways in which connections to a port are taken. */
export interface ChainShape {
  readonly match: Pick<FilterChainMatch, "transportProtocol" | "applicationProtocols">;
  readonly content: "http" | "tcp";
  /** The TLS ends here; otherwise bytes are passed on as they are. */
  readonly endsTls: boolean;
}

/** What peers' proxies name in the handshake: what they speak inside, or just that they are of the mesh. */
const meshHttp = ["istio-http/1.0", "istio-http/1.1", "istio-h2"];
const meshTcp = ["istio-peer-exchange", "istio"];
const mesh = ["istio", "istio-peer-exchange", ...meshHttp];

const over = (
  transportProtocol: "tls" | "raw_buffer",
  applicationProtocols: readonly string[],
  content: "http" | "tcp",
  endsTls = false,
): ChainShape => ({
  match: { transportProtocol, ...(applicationProtocols.length > 0 && { applicationProtocols }) },
  content,
  endsTls,
});

/** The chains of a port, by what is spoken on it and which connections it takes. */
const shapes: { readonly [C in PortContent]: { readonly [M in MtlsMode]: readonly ChainShape[] } } = {
  http: {
    STRICT: [over("tls", [], "http", true)],
    PERMISSIVE: [over("tls", mesh, "http", true), over("raw_buffer", [], "http")],
    DISABLE: [over("raw_buffer", [], "http")],
  },
  tcp: {
    STRICT: [over("tls", [], "tcp", true)],
    PERMISSIVE: [over("tls", mesh, "tcp", true), over("tls", [], "tcp"), over("raw_buffer", [], "tcp")],
    DISABLE: [over("raw_buffer", [], "tcp")],
  },
  auto: {
    STRICT: [over("tls", meshHttp, "http", true), over("tls", [], "tcp", true)],
    PERMISSIVE: [
      over("tls", meshHttp, "http", true),
      over("raw_buffer", plainHttp, "http"),
      over("tls", meshTcp, "tcp", true),
      over("raw_buffer", [], "tcp"),
      over("tls", [], "tcp"),
    ],
    DISABLE: [over("raw_buffer", plainHttp, "http"), over("raw_buffer", [], "tcp")],
  },
};

/** The chains of a port in their order. */
export function chainShapes(content: PortContent, mode: MtlsMode): readonly ChainShape[] {
  return shapes[content][mode];
}

/** The one chain of a port with a certificate of the user's own. */
export function ownTlsShape(content: "http" | "tcp"): ChainShape {
  return over("tls", [], content, true);
}

/** Whether a chain can only be chosen once the connection was looked at for HTTP. */
export function needsHttpInspection({ transportProtocol, applicationProtocols = [] }: FilterChainMatch): boolean {
  return transportProtocol !== "tls" && applicationProtocols.some((protocol) => plainHttp.includes(protocol));
}
