// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../../../any.ts";
import type { StringMatcher as envoy_type_matcher_v3_StringMatcher } from "../../type/matcher/v3.ts";
import type { FractionalPercent as envoy_type_v3_FractionalPercent, Int64Range as envoy_type_v3_Int64Range, Percent as envoy_type_v3_Percent, SemanticVersion as envoy_type_v3_SemanticVersion } from "../../type/v3.ts";
import type { Authority as xds_core_v3_Authority, ContextParams as xds_core_v3_ContextParams } from "../../../xds/core/v3.ts";

export interface Address {
  readonly socketAddress?: SocketAddress | undefined;
  readonly pipe?: Pipe | undefined;
  readonly envoyInternalAddress?: EnvoyInternalAddress | undefined;
}

export interface AggregatedConfigSource {}

export interface AlternateProtocolsCacheOptions {
  readonly name?: string | undefined;
  readonly maxEntries?: number | undefined;
  readonly keyValueStoreConfig?: TypedExtensionConfig | undefined;
  readonly prepopulatedEntries?: readonly AlternateProtocolsCacheOptions_AlternateProtocolsCacheEntry[] | undefined;
  readonly canonicalSuffixes?: readonly string[] | undefined;
}

export interface AlternateProtocolsCacheOptions_AlternateProtocolsCacheEntry {
  readonly hostname?: string | undefined;
  readonly port?: number | undefined;
}

export interface ApiConfigSource {
  readonly apiType?: "DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE" | "REST" | "GRPC" | "DELTA_GRPC" | "AGGREGATED_GRPC" | "AGGREGATED_DELTA_GRPC" | undefined;
  readonly clusterNames?: readonly string[] | undefined;
  readonly refreshDelay?: string | undefined;
  readonly grpcServices?: readonly GrpcService[] | undefined;
  readonly requestTimeout?: string | undefined;
  readonly rateLimitSettings?: RateLimitSettings | undefined;
  readonly setNodeOnFirstMessageOnly?: boolean | undefined;
  readonly transportApiVersion?: "AUTO" | "V2" | "V3" | undefined;
  readonly configValidators?: readonly TypedExtensionConfig[] | undefined;
}

export interface AsyncDataSource {
  readonly local?: DataSource | undefined;
  readonly remote?: RemoteDataSource | undefined;
}

export interface BackoffStrategy {
  readonly baseInterval?: string | undefined;
  readonly maxInterval?: string | undefined;
}

export interface BindConfig {
  readonly sourceAddress?: SocketAddress | undefined;
  readonly freebind?: boolean | undefined;
  readonly socketOptions?: readonly SocketOption[] | undefined;
  readonly additionalSourceAddresses?: readonly SocketAddress[] | undefined;
  readonly extraSourceAddresses?: readonly ExtraSourceAddress[] | undefined;
  readonly localAddressSelector?: TypedExtensionConfig | undefined;
  readonly validateNetworkNamespaces?: boolean | undefined;
}

export interface BuildVersion {
  readonly version?: envoy_type_v3_SemanticVersion | undefined;
  readonly metadata?: { readonly [key: string]: unknown } | undefined;
}

export interface CelExpressionConfig {
  readonly enableStringConversion?: boolean | undefined;
  readonly enableStringConcat?: boolean | undefined;
  readonly enableStringFunctions?: boolean | undefined;
}

export interface CidrRange {
  readonly addressPrefix?: string | undefined;
  readonly prefixLen?: number | undefined;
}

export interface ConfigSource {
  readonly path?: string | undefined;
  readonly apiConfigSource?: ApiConfigSource | undefined;
  readonly ads?: AggregatedConfigSource | undefined;
  readonly initialFetchTimeout?: string | undefined;
  readonly self?: SelfConfigSource | undefined;
  readonly resourceApiVersion?: "AUTO" | "V2" | "V3" | undefined;
  readonly authorities?: readonly xds_core_v3_Authority[] | undefined;
  readonly pathConfigSource?: PathConfigSource | undefined;
}

export interface ControlPlane {
  readonly identifier?: string | undefined;
}

export interface DataSource {
  readonly filename?: string | undefined;
  readonly inlineBytes?: string | undefined;
  readonly inlineString?: string | undefined;
  readonly environmentVariable?: string | undefined;
  readonly watchedDirectory?: WatchedDirectory | undefined;
}

export interface DnsResolutionConfig {
  readonly resolvers?: readonly Address[] | undefined;
  readonly dnsResolverOptions?: DnsResolverOptions | undefined;
}

export interface DnsResolverOptions {
  readonly useTcpForDnsLookups?: boolean | undefined;
  readonly noDefaultSearchDomain?: boolean | undefined;
}

export interface EnvoyInternalAddress {
  readonly serverListenerName?: string | undefined;
  readonly endpointId?: string | undefined;
}

export interface EventServiceConfig {
  readonly grpcService?: GrpcService | undefined;
}

export interface Extension {
  readonly name?: string | undefined;
  readonly category?: string | undefined;
  readonly typeDescriptor?: string | undefined;
  readonly version?: BuildVersion | undefined;
  readonly disabled?: boolean | undefined;
  readonly typeUrls?: readonly string[] | undefined;
}

export interface ExtensionConfigSource {
  readonly configSource?: ConfigSource | undefined;
  readonly defaultConfig?: Any | undefined;
  readonly applyDefaultConfigWithoutWarming?: boolean | undefined;
  readonly typeUrls?: readonly string[] | undefined;
}

export interface ExtraSourceAddress {
  readonly address?: SocketAddress | undefined;
  readonly socketOptions?: SocketOptionsOverride | undefined;
}

export interface GrpcMethodList {
  readonly services?: readonly GrpcMethodList_Service[] | undefined;
}

export interface GrpcMethodList_Service {
  readonly name?: string | undefined;
  readonly methodNames?: readonly string[] | undefined;
}

export interface GrpcService {
  readonly envoyGrpc?: GrpcService_EnvoyGrpc | undefined;
  readonly googleGrpc?: GrpcService_GoogleGrpc | undefined;
  readonly timeout?: string | undefined;
  readonly initialMetadata?: readonly HeaderValue[] | undefined;
  readonly retryPolicy?: RetryPolicy | undefined;
}

export interface GrpcService_EnvoyGrpc {
  readonly clusterName?: string | undefined;
  readonly authority?: string | undefined;
  readonly retryPolicy?: RetryPolicy | undefined;
  readonly maxReceiveMessageLength?: number | undefined;
  readonly skipEnvoyHeaders?: boolean | undefined;
}

export interface GrpcService_GoogleGrpc {
  readonly targetUri?: string | undefined;
  readonly channelCredentials?: GrpcService_GoogleGrpc_ChannelCredentials | undefined;
  readonly callCredentials?: readonly GrpcService_GoogleGrpc_CallCredentials[] | undefined;
  readonly statPrefix?: string | undefined;
  readonly credentialsFactoryName?: string | undefined;
  readonly config?: { readonly [key: string]: unknown } | undefined;
  readonly perStreamBufferLimitBytes?: number | undefined;
  readonly channelArgs?: GrpcService_GoogleGrpc_ChannelArgs | undefined;
  readonly channelCredentialsPlugin?: readonly Any[] | undefined;
  readonly callCredentialsPlugin?: readonly Any[] | undefined;
}

export interface GrpcService_GoogleGrpc_CallCredentials {
  readonly accessToken?: string | undefined;
  readonly googleComputeEngine?: Record<string, never> | undefined;
  readonly googleRefreshToken?: string | undefined;
  readonly serviceAccountJwtAccess?: GrpcService_GoogleGrpc_CallCredentials_ServiceAccountJWTAccessCredentials | undefined;
  readonly googleIam?: GrpcService_GoogleGrpc_CallCredentials_GoogleIAMCredentials | undefined;
  readonly fromPlugin?: GrpcService_GoogleGrpc_CallCredentials_MetadataCredentialsFromPlugin | undefined;
  readonly stsService?: GrpcService_GoogleGrpc_CallCredentials_StsService | undefined;
}

export interface GrpcService_GoogleGrpc_CallCredentials_GoogleIAMCredentials {
  readonly authorizationToken?: string | undefined;
  readonly authoritySelector?: string | undefined;
}

export interface GrpcService_GoogleGrpc_CallCredentials_MetadataCredentialsFromPlugin {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
}

export interface GrpcService_GoogleGrpc_CallCredentials_ServiceAccountJWTAccessCredentials {
  readonly jsonKey?: string | undefined;
  readonly tokenLifetimeSeconds?: number | string | undefined;
}

export interface GrpcService_GoogleGrpc_CallCredentials_StsService {
  readonly tokenExchangeServiceUri?: string | undefined;
  readonly resource?: string | undefined;
  readonly audience?: string | undefined;
  readonly scope?: string | undefined;
  readonly requestedTokenType?: string | undefined;
  readonly subjectTokenPath?: string | undefined;
  readonly subjectTokenType?: string | undefined;
  readonly actorTokenPath?: string | undefined;
  readonly actorTokenType?: string | undefined;
}

export interface GrpcService_GoogleGrpc_ChannelArgs {
  readonly args?: { readonly [key: string]: GrpcService_GoogleGrpc_ChannelArgs_Value } | undefined;
}

export interface GrpcService_GoogleGrpc_ChannelArgs_Value {
  readonly stringValue?: string | undefined;
  readonly intValue?: number | string | undefined;
}

export interface GrpcService_GoogleGrpc_ChannelCredentials {
  readonly sslCredentials?: GrpcService_GoogleGrpc_SslCredentials | undefined;
  readonly googleDefault?: Record<string, never> | undefined;
  readonly localCredentials?: GrpcService_GoogleGrpc_GoogleLocalCredentials | undefined;
}

export interface GrpcService_GoogleGrpc_GoogleLocalCredentials {}

export interface GrpcService_GoogleGrpc_SslCredentials {
  readonly rootCerts?: DataSource | undefined;
  readonly privateKey?: DataSource | undefined;
  readonly certChain?: DataSource | undefined;
}

export interface HeaderValue {
  readonly key?: string | undefined;
  readonly value?: string | undefined;
  readonly rawValue?: string | undefined;
}

export interface HeaderValueOption {
  readonly header?: HeaderValue | undefined;
  readonly append?: boolean | undefined;
  readonly appendAction?: "APPEND_IF_EXISTS_OR_ADD" | "ADD_IF_ABSENT" | "OVERWRITE_IF_EXISTS_OR_ADD" | "OVERWRITE_IF_EXISTS" | undefined;
  readonly keepEmptyValue?: boolean | undefined;
}

export interface HealthCheck {
  readonly timeout?: string | undefined;
  readonly interval?: string | undefined;
  readonly intervalJitter?: string | undefined;
  readonly unhealthyThreshold?: number | undefined;
  readonly healthyThreshold?: number | undefined;
  readonly altPort?: number | undefined;
  readonly reuseConnection?: boolean | undefined;
  readonly httpHealthCheck?: HealthCheck_HttpHealthCheck | undefined;
  readonly tcpHealthCheck?: HealthCheck_TcpHealthCheck | undefined;
  readonly grpcHealthCheck?: HealthCheck_GrpcHealthCheck | undefined;
  readonly noTrafficInterval?: string | undefined;
  readonly customHealthCheck?: HealthCheck_CustomHealthCheck | undefined;
  readonly unhealthyInterval?: string | undefined;
  readonly unhealthyEdgeInterval?: string | undefined;
  readonly healthyEdgeInterval?: string | undefined;
  readonly eventLogPath?: string | undefined;
  readonly intervalJitterPercent?: number | undefined;
  readonly alwaysLogHealthCheckFailures?: boolean | undefined;
  readonly initialJitter?: string | undefined;
  readonly tlsOptions?: HealthCheck_TlsOptions | undefined;
  readonly eventService?: EventServiceConfig | undefined;
  readonly transportSocketMatchCriteria?: { readonly [key: string]: unknown } | undefined;
  readonly noTrafficHealthyInterval?: string | undefined;
  readonly eventLogger?: readonly TypedExtensionConfig[] | undefined;
  readonly alwaysLogHealthCheckSuccess?: boolean | undefined;
  readonly name?: string | undefined;
}

export interface HealthCheck_CustomHealthCheck {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
}

export interface HealthCheck_GrpcHealthCheck {
  readonly serviceName?: string | undefined;
  readonly authority?: string | undefined;
  readonly initialMetadata?: readonly HeaderValueOption[] | undefined;
}

export interface HealthCheck_HttpHealthCheck {
  readonly host?: string | undefined;
  readonly path?: string | undefined;
  readonly send?: HealthCheck_Payload | undefined;
  readonly receive?: readonly HealthCheck_Payload[] | undefined;
  readonly requestHeadersToAdd?: readonly HeaderValueOption[] | undefined;
  readonly requestHeadersToRemove?: readonly string[] | undefined;
  readonly expectedStatuses?: readonly envoy_type_v3_Int64Range[] | undefined;
  readonly codecClientType?: "HTTP1" | "HTTP2" | "HTTP3" | undefined;
  readonly serviceNameMatcher?: envoy_type_matcher_v3_StringMatcher | undefined;
  readonly retriableStatuses?: readonly envoy_type_v3_Int64Range[] | undefined;
  readonly method?: "METHOD_UNSPECIFIED" | "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "CONNECT" | "OPTIONS" | "TRACE" | "PATCH" | undefined;
  readonly responseBufferSize?: number | string | undefined;
  readonly useAlpnProtocol?: boolean | undefined;
}

export interface HealthCheck_Payload {
  readonly text?: string | undefined;
  readonly binary?: string | undefined;
}

export interface HealthCheck_TcpHealthCheck {
  readonly send?: HealthCheck_Payload | undefined;
  readonly receive?: readonly HealthCheck_Payload[] | undefined;
  readonly proxyProtocolConfig?: ProxyProtocolConfig | undefined;
}

export interface HealthCheck_TlsOptions {
  readonly alpnProtocols?: readonly string[] | undefined;
}

export interface HealthStatusSet {
  readonly statuses?: readonly ("UNKNOWN" | "HEALTHY" | "UNHEALTHY" | "DRAINING" | "TIMEOUT" | "DEGRADED")[] | undefined;
}

export interface Http1ProtocolOptions {
  readonly allowAbsoluteUrl?: boolean | undefined;
  readonly acceptHttp10?: boolean | undefined;
  readonly defaultHostForHttp10?: string | undefined;
  readonly headerKeyFormat?: Http1ProtocolOptions_HeaderKeyFormat | undefined;
  readonly enableTrailers?: boolean | undefined;
  readonly allowChunkedLength?: boolean | undefined;
  readonly overrideStreamErrorOnInvalidHttpMessage?: boolean | undefined;
  readonly sendFullyQualifiedUrl?: boolean | undefined;
  readonly useBalsaParser?: boolean | undefined;
  readonly allowCustomMethods?: boolean | undefined;
  readonly ignoreHttp11Upgrade?: readonly envoy_type_matcher_v3_StringMatcher[] | undefined;
}

export interface Http1ProtocolOptions_HeaderKeyFormat {
  readonly properCaseWords?: Http1ProtocolOptions_HeaderKeyFormat_ProperCaseWords | undefined;
  readonly statefulFormatter?: TypedExtensionConfig | undefined;
}

export interface Http1ProtocolOptions_HeaderKeyFormat_ProperCaseWords {}

export interface Http2ProtocolOptions {
  readonly hpackTableSize?: number | undefined;
  readonly maxConcurrentStreams?: number | undefined;
  readonly initialStreamWindowSize?: number | undefined;
  readonly initialConnectionWindowSize?: number | undefined;
  readonly allowConnect?: boolean | undefined;
  readonly allowMetadata?: boolean | undefined;
  readonly maxOutboundFrames?: number | undefined;
  readonly maxOutboundControlFrames?: number | undefined;
  readonly maxConsecutiveInboundFramesWithEmptyPayload?: number | undefined;
  readonly maxInboundPriorityFramesPerStream?: number | undefined;
  readonly maxInboundWindowUpdateFramesPerDataFrameSent?: number | undefined;
  readonly streamErrorOnInvalidHttpMessaging?: boolean | undefined;
  readonly customSettingsParameters?: readonly Http2ProtocolOptions_SettingsParameter[] | undefined;
  readonly overrideStreamErrorOnInvalidHttpMessage?: boolean | undefined;
  readonly connectionKeepalive?: KeepaliveSettings | undefined;
  readonly useOghttp2Codec?: boolean | undefined;
  readonly maxMetadataSize?: number | string | undefined;
  readonly enableHuffmanEncoding?: boolean | undefined;
  readonly maxHeaderFieldSizeKb?: number | undefined;
  readonly disallowObsText?: boolean | undefined;
  readonly streamResetBurst?: number | string | undefined;
  readonly streamResetRate?: number | string | undefined;
}

export interface Http2ProtocolOptions_SettingsParameter {
  readonly identifier?: number | undefined;
  readonly value?: number | undefined;
}

export interface Http3ProtocolOptions {
  readonly quicProtocolOptions?: QuicProtocolOptions | undefined;
  readonly overrideStreamErrorOnInvalidHttpMessage?: boolean | undefined;
  readonly allowExtendedConnect?: boolean | undefined;
  readonly allowMetadata?: boolean | undefined;
  readonly disableQpack?: boolean | undefined;
  readonly disableConnectionFlowControlForStreams?: boolean | undefined;
  readonly disallowObsText?: boolean | undefined;
}

export interface HttpProtocolOptions {
  readonly idleTimeout?: string | undefined;
  readonly maxHeadersCount?: number | undefined;
  readonly maxConnectionDuration?: string | undefined;
  readonly maxStreamDuration?: string | undefined;
  readonly headersWithUnderscoresAction?: "ALLOW" | "REJECT_REQUEST" | "DROP_HEADER" | undefined;
  readonly maxRequestsPerConnection?: number | undefined;
  readonly maxResponseHeadersKb?: number | undefined;
  readonly maxConnectionDurationJitter?: envoy_type_v3_Percent | undefined;
}

export interface HttpService {
  readonly httpUri?: HttpUri | undefined;
  readonly requestHeadersToAdd?: readonly HeaderValueOption[] | undefined;
  readonly formatters?: readonly TypedExtensionConfig[] | undefined;
}

export interface HttpUri {
  readonly uri?: string | undefined;
  readonly cluster?: string | undefined;
  readonly timeout?: string | undefined;
}

export interface JsonFormatOptions {
  readonly sortProperties?: boolean | undefined;
}

export interface KeepaliveSettings {
  readonly interval?: string | undefined;
  readonly timeout?: string | undefined;
  readonly intervalJitter?: envoy_type_v3_Percent | undefined;
  readonly connectionIdleInterval?: string | undefined;
}

export interface Locality {
  readonly region?: string | undefined;
  readonly zone?: string | undefined;
  readonly subZone?: string | undefined;
}

export interface Metadata {
  readonly filterMetadata?: { readonly [key: string]: { readonly [key: string]: unknown } } | undefined;
  readonly typedFilterMetadata?: { readonly [key: string]: Any } | undefined;
}

export interface Node {
  readonly id?: string | undefined;
  readonly cluster?: string | undefined;
  readonly metadata?: { readonly [key: string]: unknown } | undefined;
  readonly locality?: Locality | undefined;
  readonly userAgentName?: string | undefined;
  readonly userAgentVersion?: string | undefined;
  readonly userAgentBuildVersion?: BuildVersion | undefined;
  readonly extensions?: readonly Extension[] | undefined;
  readonly clientFeatures?: readonly string[] | undefined;
  readonly listeningAddresses?: readonly Address[] | undefined;
  readonly dynamicParameters?: { readonly [key: string]: xds_core_v3_ContextParams } | undefined;
}

export interface PathConfigSource {
  readonly path?: string | undefined;
  readonly watchedDirectory?: WatchedDirectory | undefined;
  readonly pollInterval?: string | undefined;
}

export interface Pipe {
  readonly path?: string | undefined;
  readonly mode?: number | undefined;
}

export interface ProxyProtocolConfig {
  readonly version?: "V1" | "V2" | undefined;
  readonly passThroughTlvs?: ProxyProtocolPassThroughTLVs | undefined;
  readonly addedTlvs?: readonly TlvEntry[] | undefined;
}

export interface ProxyProtocolPassThroughTLVs {
  readonly matchType?: "INCLUDE_ALL" | "INCLUDE" | undefined;
  readonly tlvType?: readonly number[] | undefined;
}

export interface QuicKeepAliveSettings {
  readonly maxInterval?: string | undefined;
  readonly initialInterval?: string | undefined;
}

export interface QuicProtocolOptions {
  readonly maxConcurrentStreams?: number | undefined;
  readonly initialStreamWindowSize?: number | undefined;
  readonly initialConnectionWindowSize?: number | undefined;
  readonly numTimeoutsToTriggerPortMigration?: number | undefined;
  readonly connectionKeepalive?: QuicKeepAliveSettings | undefined;
  readonly connectionOptions?: string | undefined;
  readonly clientConnectionOptions?: string | undefined;
  readonly idleNetworkTimeout?: string | undefined;
  readonly maxPacketLength?: number | string | undefined;
  readonly clientPacketWriter?: TypedExtensionConfig | undefined;
  readonly connectionMigration?: QuicProtocolOptions_ConnectionMigrationSettings | undefined;
  readonly memoryReductionTimeout?: string | undefined;
  readonly enableScone?: boolean | undefined;
}

export interface QuicProtocolOptions_ConnectionMigrationSettings {
  readonly migrateIdleConnections?: QuicProtocolOptions_ConnectionMigrationSettings_MigrateIdleConnectionSettings | undefined;
  readonly maxTimeOnNonDefaultNetwork?: string | undefined;
}

export interface QuicProtocolOptions_ConnectionMigrationSettings_MigrateIdleConnectionSettings {
  readonly maxIdleTimeBeforeMigration?: string | undefined;
}

export interface RateLimitSettings {
  readonly maxTokens?: number | undefined;
  readonly fillRate?: number | undefined;
}

export interface RemoteDataSource {
  readonly httpUri?: HttpUri | undefined;
  readonly sha256?: string | undefined;
  readonly retryPolicy?: RetryPolicy | undefined;
}

export interface RetryPolicy {
  readonly retryBackOff?: BackoffStrategy | undefined;
  readonly numRetries?: number | undefined;
  readonly retryOn?: string | undefined;
  readonly retryPriority?: RetryPolicy_RetryPriority | undefined;
  readonly retryHostPredicate?: readonly RetryPolicy_RetryHostPredicate[] | undefined;
  readonly hostSelectionRetryMaxAttempts?: number | string | undefined;
}

export interface RetryPolicy_RetryHostPredicate {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
}

export interface RetryPolicy_RetryPriority {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
}

export interface RuntimeDouble {
  readonly defaultValue?: number | undefined;
  readonly runtimeKey?: string | undefined;
}

export interface RuntimeFeatureFlag {
  readonly defaultValue?: boolean | undefined;
  readonly runtimeKey?: string | undefined;
}

export interface RuntimeFractionalPercent {
  readonly defaultValue?: envoy_type_v3_FractionalPercent | undefined;
  readonly runtimeKey?: string | undefined;
}

export interface RuntimeUInt32 {
  readonly defaultValue?: number | undefined;
  readonly runtimeKey?: string | undefined;
}

export interface SchemeHeaderTransformation {
  readonly schemeToOverwrite?: string | undefined;
  readonly matchUpstream?: boolean | undefined;
}

export interface SelfConfigSource {
  readonly transportApiVersion?: "AUTO" | "V2" | "V3" | undefined;
}

export interface SocketAddress {
  readonly protocol?: "TCP" | "UDP" | undefined;
  readonly address?: string | undefined;
  readonly portValue?: number | undefined;
  readonly namedPort?: string | undefined;
  readonly resolverName?: string | undefined;
  readonly ipv4Compat?: boolean | undefined;
  readonly networkNamespaceFilepath?: string | undefined;
}

export interface SocketCmsgHeaders {
  readonly level?: number | undefined;
  readonly type?: number | undefined;
  readonly expectedSize?: number | undefined;
}

export interface SocketOption {
  readonly description?: string | undefined;
  readonly level?: number | string | undefined;
  readonly name?: number | string | undefined;
  readonly intValue?: number | string | undefined;
  readonly bufValue?: string | undefined;
  readonly state?: "STATE_PREBIND" | "STATE_BOUND" | "STATE_LISTENING" | undefined;
  readonly type?: SocketOption_SocketType | undefined;
  readonly ipVersion?: "SOCKET_IP_VERSION_UNSPECIFIED" | "SOCKET_IP_VERSION_IPV4" | "SOCKET_IP_VERSION_IPV6" | undefined;
}

export interface SocketOption_SocketType {
  readonly stream?: SocketOption_SocketType_Stream | undefined;
  readonly datagram?: SocketOption_SocketType_Datagram | undefined;
}

export interface SocketOption_SocketType_Datagram {}

export interface SocketOption_SocketType_Stream {}

export interface SocketOptionsOverride {
  readonly socketOptions?: readonly SocketOption[] | undefined;
}

export interface SubstitutionFormatString {
  readonly textFormat?: string | undefined;
  readonly jsonFormat?: { readonly [key: string]: unknown } | undefined;
  readonly omitEmptyValues?: boolean | undefined;
  readonly contentType?: string | undefined;
  readonly textFormatSource?: DataSource | undefined;
  readonly formatters?: readonly TypedExtensionConfig[] | undefined;
  readonly jsonFormatOptions?: JsonFormatOptions | undefined;
}

export interface TcpKeepalive {
  readonly keepaliveProbes?: number | undefined;
  readonly keepaliveTime?: number | undefined;
  readonly keepaliveInterval?: number | undefined;
}

export interface TlvEntry {
  readonly type?: number | undefined;
  readonly value?: string | undefined;
  readonly formatString?: SubstitutionFormatString | undefined;
}

export interface TransportSocket {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
}

export interface TypedExtensionConfig {
  readonly name?: string | undefined;
  readonly typedConfig?: Any | undefined;
}

export interface UdpSocketConfig {
  readonly maxRxDatagramSize?: number | string | undefined;
  readonly preferGro?: boolean | undefined;
}

export interface UpstreamHttpProtocolOptions {
  readonly autoSni?: boolean | undefined;
  readonly autoSanValidation?: boolean | undefined;
  readonly overrideAutoSniHeader?: string | undefined;
}

export interface WatchedDirectory {
  readonly path?: string | undefined;
  readonly watchModify?: boolean | undefined;
}
