import { isIP } from "node:net";
import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { Address, TransportSocket } from "../gen/envoy/config/core/v3.ts";
import type { Address as HostAndPort } from "../settings/index.ts";

/** The name in the control plane's certificate by which proxies know it, whatever address they reach it at. */
export const xdsServerName = "fairway";

/** Name of the secret by which a proxy proves its identity to the control plane. */
export const identitySecret = "identity";

/** What a proxy is, and where its control plane is. */
export interface ProxyBootstrap {
  readonly type: "sidecar" | "router";
  /** The workload's instance: a pod's name. */
  readonly name: string;
  readonly namespace: string;
  readonly ip: string;
  readonly serviceAccount: string;
  readonly labels: { readonly [key: string]: string };
  /** Stands over what the rest says. */
  readonly metadata: { readonly [key: string]: unknown };
  readonly domainSuffix: string;
  /** `delta`: only what changed is sent; `sotw`: everything of a type. */
  readonly mode: "delta" | "sotw";
  readonly xds: HostAndPort;
  /** Absent: the control plane is reached in plain text, and there are no secrets. */
  readonly tls?: {
    /** The authority that signed the control plane's certificate, in PEM. */
    readonly authority: string;
    /** File with the secret of the proxy's identity; Envoy takes it anew when it is replaced. */
    readonly identityFile: string;
  };
  /** Absent: there is no admin page. */
  readonly admin?: HostAndPort;
}

/** A bootstrap with which plain Envoy is a proxy of the mesh, in proto3 JSON. */
export function proxyBootstrap(proxy: ProxyBootstrap): object {
  const { type, name, namespace, ip, labels, domainSuffix, admin, mode } = proxy;
  const everything = { ads: {}, initialFetchTimeout: "0s", resourceApiVersion: "V3" };
  return {
    node: {
      id: `${type}~${ip}~${name}.${namespace}~${namespace}.svc.${domainSuffix}`,
      cluster: `${labels["app"] ?? name}.${namespace}`,
      metadata: metadataOf(proxy),
    },
    ...(admin && { admin: { address: socketAddress(admin) } }),
    dynamicResources: {
      adsConfig: {
        apiType: mode === "delta" ? "DELTA_GRPC" : "GRPC",
        transportApiVersion: "V3",
        setNodeOnFirstMessageOnly: true,
        grpcServices: [{ envoyGrpc: { clusterName: controlPlane } }],
      },
      cdsConfig: everything,
      ldsConfig: everything,
    },
    staticResources: { clusters: [controlPlaneCluster(proxy)] },
  };
}

/** The cluster's name is the one that Istio's tools look for. */
const controlPlane = "xds-grpc";

function metadataOf({ name, namespace, serviceAccount, labels, ip, metadata }: ProxyBootstrap): object {
  return {
    NAME: name,
    NAMESPACE: namespace,
    SERVICE_ACCOUNT: serviceAccount,
    INSTANCE_IPS: ip,
    LABELS: labels,
    ...metadata,
  };
}

function controlPlaneCluster({ xds, tls }: ProxyBootstrap): Cluster {
  return {
    name: controlPlane,
    type: isIP(xds.host) === 0 ? "STRICT_DNS" : "STATIC",
    connectTimeout: "5s",
    loadAssignment: {
      clusterName: controlPlane,
      endpoints: [{ lbEndpoints: [{ endpoint: { address: socketAddress(xds) } }] }],
    },
    typedExtensionProtocolOptions: {
      "envoy.extensions.upstreams.http.v3.HttpProtocolOptions": {
        "@type": "type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions",
        // A control plane that is gone without a word must not keep the proxy from asking another.
        explicitHttpConfig: { http2ProtocolOptions: { connectionKeepalive: { interval: "30s", timeout: "10s" } } },
      },
    },
    ...(tls && { transportSocket: provenSocket(tls) }),
  };
}

/** TLS on which both ends prove who they are. */
function provenSocket({ authority, identityFile }: NonNullable<ProxyBootstrap["tls"]>): TransportSocket {
  return {
    name: "envoy.transport_sockets.tls",
    typedConfig: {
      "@type": "type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext",
      sni: xdsServerName,
      commonTlsContext: {
        alpnProtocols: ["h2"],
        tlsParams: { tlsMinimumProtocolVersion: "TLSv1_2", tlsMaximumProtocolVersion: "TLSv1_3" },
        tlsCertificateSdsSecretConfigs: [
          {
            name: identitySecret,
            sdsConfig: { pathConfigSource: { path: identityFile }, resourceApiVersion: "V3" },
          },
        ],
        validationContext: {
          trustedCa: { inlineString: authority },
          // The authority signs workloads too, and none of them is the control plane.
          matchTypedSubjectAltNames: [{ sanType: "DNS", matcher: { exact: xdsServerName } }],
        },
      },
    },
  };
}

function socketAddress({ host, port }: HostAndPort): Address {
  return { socketAddress: { address: host, portValue: port } };
}
