import { bool, choice, obj, opt, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";

const flag = bool({ wrapped: true });

/** What a proxy does with the `X-Forwarded-Client-Cert` header. */
export const forwardClientCertDetails = choice({
  UNDEFINED: 0,
  SANITIZE: 1,
  FORWARD_ONLY: 2,
  APPEND_FORWARD: 3,
  SANITIZE_SET: 4,
  ALWAYS_FORWARD_ONLY: 5,
});

const setCurrentClientCertDetails = obj({
  subject: opt(1, flag, "Whether the certificate's subject is told; default: yes."),
  cert: opt(2, flag, "Whether the whole certificate is told; default: no."),
  chain: opt(3, flag, "Whether the whole chain is told; default: no."),
  dns: opt(4, flag, "Whether the certificate's DNS names are told; default: yes."),
  uri: opt(5, flag, "Whether the certificate's URI is told; default: yes."),
});

const switchedOff = obj({ disabled: opt(1, flag, "Whether the proxy leaves the header alone; default: no.") });
const switchedOn = obj({ enabled: opt(1, flag, "Whether the proxy sets the header; default: no.") });

/** Headers that a proxy adds to requests and answers. */
export const proxyHeaders = obj({
  forwardedClientCert: opt(
    1,
    forwardClientCertDetails,
    "What sidecars do with the client certificate's header of incoming requests; default: `APPEND_FORWARD`.",
  ),
  setCurrentClientCertDetails: opt(7, setCurrentClientCertDetails, "What is told of the client's certificate."),
  requestId: opt(3, switchedOff, "The header `X-Request-Id`."),
  server: opt(
    2,
    obj({
      disabled: opt(1, flag, "Whether the proxy leaves the header alone; default: no."),
      value: opt(2, str(), "What it says; default: `istio-envoy`."),
    }),
    "The header `Server` of answers.",
  ),
  attemptCount: opt(4, switchedOff, "The header `X-Envoy-Attempt-Count` of requests that may be retried."),
  envoyDebugHeaders: opt(5, switchedOff, "Headers such as `X-Envoy-Upstream-Service-Time`."),
  metadataExchangeHeaders: opt(
    6,
    obj({
      mode: opt(
        1,
        choice({ UNDEFINED: 0, IN_MESH: 1 }),
        "`IN_MESH` keeps the headers from services outside of the mesh; default: they are sent to all.",
      ),
    }),
    "The headers by which proxies tell each other of their workloads.",
  ),
  preserveHttp1HeaderCase: opt(40, flag, "Whether HTTP/1 headers keep their letter case; default: no."),
  xForwardedHost: opt(41, switchedOn, "The header `X-Forwarded-Host`, for hosts that are rewritten."),
  xForwardedPort: opt(42, switchedOn, "The header `X-Forwarded-Port`."),
});

export type ForwardClientCertDetails = Infer<typeof forwardClientCertDetails>;
export interface ProxyHeaders extends Infer<typeof proxyHeaders> {}
