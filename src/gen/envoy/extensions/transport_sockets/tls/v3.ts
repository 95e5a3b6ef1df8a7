// Made from data/envoy-1.40.binpb by `npm run gen`: do not edit.
import type { Any } from "../../../../any.ts";
import type { CidrRange as envoy_config_core_v3_CidrRange, ConfigSource as envoy_config_core_v3_ConfigSource, DataSource as envoy_config_core_v3_DataSource, TypedExtensionConfig as envoy_config_core_v3_TypedExtensionConfig, WatchedDirectory as envoy_config_core_v3_WatchedDirectory } from "../../../config/core/v3.ts";
import type { StringMatcher as envoy_type_matcher_v3_StringMatcher } from "../../../type/matcher/v3.ts";

export interface CertificateProviderPluginInstance {
  readonly instanceName?: string | undefined;
  readonly certificateName?: string | undefined;
}

export interface CertificateValidationContext {
  readonly trustedCa?: envoy_config_core_v3_DataSource | undefined;
  readonly verifyCertificateHash?: readonly string[] | undefined;
  readonly verifyCertificateSpki?: readonly string[] | undefined;
  readonly requireSignedCertificateTimestamp?: boolean | undefined;
  readonly crl?: envoy_config_core_v3_DataSource | undefined;
  readonly allowExpiredCertificate?: boolean | undefined;
  readonly matchSubjectAltNames?: readonly envoy_type_matcher_v3_StringMatcher[] | undefined;
  readonly trustChainVerification?: "VERIFY_TRUST_CHAIN" | "ACCEPT_UNTRUSTED" | undefined;
  readonly watchedDirectory?: envoy_config_core_v3_WatchedDirectory | undefined;
  readonly customValidatorConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly caCertificateProviderInstance?: CertificateProviderPluginInstance | undefined;
  readonly onlyVerifyLeafCertCrl?: boolean | undefined;
  readonly matchTypedSubjectAltNames?: readonly SubjectAltNameMatcher[] | undefined;
  readonly maxVerifyDepth?: number | undefined;
  readonly systemRootCerts?: CertificateValidationContext_SystemRootCerts | undefined;
  readonly suppressClientCaList?: boolean | undefined;
}

export interface CertificateValidationContext_SystemRootCerts {}

export interface CommonTlsContext {
  readonly tlsParams?: TlsParameters | undefined;
  readonly tlsCertificates?: readonly TlsCertificate[] | undefined;
  readonly validationContext?: CertificateValidationContext | undefined;
  readonly alpnProtocols?: readonly string[] | undefined;
  readonly tlsCertificateSdsSecretConfigs?: readonly SdsSecretConfig[] | undefined;
  readonly validationContextSdsSecretConfig?: SdsSecretConfig | undefined;
  readonly combinedValidationContext?: CommonTlsContext_CombinedCertificateValidationContext | undefined;
  readonly tlsCertificateCertificateProvider?: CommonTlsContext_CertificateProvider | undefined;
  readonly validationContextCertificateProvider?: CommonTlsContext_CertificateProvider | undefined;
  readonly tlsCertificateCertificateProviderInstance?: CommonTlsContext_CertificateProviderInstance | undefined;
  readonly validationContextCertificateProviderInstance?: CommonTlsContext_CertificateProviderInstance | undefined;
  readonly customHandshaker?: envoy_config_core_v3_TypedExtensionConfig | undefined;
  readonly tlsCertificateProviderInstance?: CertificateProviderPluginInstance | undefined;
  readonly keyLog?: TlsKeyLog | undefined;
  readonly customTlsCertificateSelector?: envoy_config_core_v3_TypedExtensionConfig | undefined;
}

export interface CommonTlsContext_CertificateProvider {
  readonly name?: string | undefined;
  readonly typedConfig?: envoy_config_core_v3_TypedExtensionConfig | undefined;
}

export interface CommonTlsContext_CertificateProviderInstance {
  readonly instanceName?: string | undefined;
  readonly certificateName?: string | undefined;
}

export interface CommonTlsContext_CombinedCertificateValidationContext {
  readonly defaultValidationContext?: CertificateValidationContext | undefined;
  readonly validationContextSdsSecretConfig?: SdsSecretConfig | undefined;
  readonly validationContextCertificateProvider?: CommonTlsContext_CertificateProvider | undefined;
  readonly validationContextCertificateProviderInstance?: CommonTlsContext_CertificateProviderInstance | undefined;
}

export interface DownstreamTlsContext {
  readonly commonTlsContext?: CommonTlsContext | undefined;
  readonly requireClientCertificate?: boolean | undefined;
  readonly requireSni?: boolean | undefined;
  readonly sessionTicketKeys?: TlsSessionTicketKeys | undefined;
  readonly sessionTicketKeysSdsSecretConfig?: SdsSecretConfig | undefined;
  readonly sessionTimeout?: string | undefined;
  readonly disableStatelessSessionResumption?: boolean | undefined;
  readonly ocspStaplePolicy?: "LENIENT_STAPLING" | "STRICT_STAPLING" | "MUST_STAPLE" | undefined;
  readonly fullScanCertsOnSniMismatch?: boolean | undefined;
  readonly disableStatefulSessionResumption?: boolean | undefined;
  readonly preferClientCiphers?: boolean | undefined;
}

export interface GenericSecret {
  readonly secret?: envoy_config_core_v3_DataSource | undefined;
  readonly secrets?: { readonly [key: string]: envoy_config_core_v3_DataSource } | undefined;
}

export interface PrivateKeyProvider {
  readonly providerName?: string | undefined;
  readonly typedConfig?: Any | undefined;
  readonly fallback?: boolean | undefined;
}

export interface SdsSecretConfig {
  readonly name?: string | undefined;
  readonly sdsConfig?: envoy_config_core_v3_ConfigSource | undefined;
}

export interface Secret {
  readonly name?: string | undefined;
  readonly tlsCertificate?: TlsCertificate | undefined;
  readonly sessionTicketKeys?: TlsSessionTicketKeys | undefined;
  readonly validationContext?: CertificateValidationContext | undefined;
  readonly genericSecret?: GenericSecret | undefined;
}

export interface SubjectAltNameMatcher {
  readonly sanType?: "SAN_TYPE_UNSPECIFIED" | "EMAIL" | "DNS" | "URI" | "IP_ADDRESS" | "OTHER_NAME" | undefined;
  readonly matcher?: envoy_type_matcher_v3_StringMatcher | undefined;
  readonly oid?: string | undefined;
}

export interface TlsCertificate {
  readonly certificateChain?: envoy_config_core_v3_DataSource | undefined;
  readonly privateKey?: envoy_config_core_v3_DataSource | undefined;
  readonly password?: envoy_config_core_v3_DataSource | undefined;
  readonly ocspStaple?: envoy_config_core_v3_DataSource | undefined;
  readonly signedCertificateTimestamp?: readonly envoy_config_core_v3_DataSource[] | undefined;
  readonly privateKeyProvider?: PrivateKeyProvider | undefined;
  readonly watchedDirectory?: envoy_config_core_v3_WatchedDirectory | undefined;
  readonly pkcs12?: envoy_config_core_v3_DataSource | undefined;
  readonly tlsParams?: TlsParameters | undefined;
}

export interface TlsKeyLog {
  readonly path?: string | undefined;
  readonly localAddressRange?: readonly envoy_config_core_v3_CidrRange[] | undefined;
  readonly remoteAddressRange?: readonly envoy_config_core_v3_CidrRange[] | undefined;
}

export interface TlsParameters {
  readonly tlsMinimumProtocolVersion?: "TLS_AUTO" | "TLSv1_0" | "TLSv1_1" | "TLSv1_2" | "TLSv1_3" | undefined;
  readonly tlsMaximumProtocolVersion?: "TLS_AUTO" | "TLSv1_0" | "TLSv1_1" | "TLSv1_2" | "TLSv1_3" | undefined;
  readonly cipherSuites?: readonly string[] | undefined;
  readonly ecdhCurves?: readonly string[] | undefined;
  readonly signatureAlgorithms?: readonly string[] | undefined;
  readonly compliancePolicies?: readonly ("FIPS_202205" | "CNSA2_202603" | "CNSA1_202603")[] | undefined;
}

export interface TlsSessionTicketKeys {
  readonly keys?: readonly envoy_config_core_v3_DataSource[] | undefined;
}

export interface UpstreamTlsContext {
  readonly commonTlsContext?: CommonTlsContext | undefined;
  readonly sni?: string | undefined;
  readonly allowRenegotiation?: boolean | undefined;
  readonly maxSessionKeys?: number | undefined;
  readonly enforceRsaKeyUsage?: boolean | undefined;
  readonly autoHostSni?: boolean | undefined;
  readonly autoSniSanValidation?: boolean | undefined;
}
