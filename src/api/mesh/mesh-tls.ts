import { clientTlsSettings } from "../istio/client-tls.ts";
import { validName } from "../istio/host.ts";
import type { Report } from "../problem.ts";
import { bool, choice, list, obj, opt, str } from "../schema/build.ts";
import { duration } from "../schema/formats.ts";
import type { Check, Infer } from "../schema/schema.ts";

/** A trust domain: dot-separated labels; a final dot is allowed. */
export const isTrustDomain: Check<string> = (text, report) => {
  const labels = text.replace(/\.$/, "").split(".");
  if (!labels.every(validName)) report("FW0803", `must be a trust domain such as 'cluster.local', not '${text}'`);
};

/** Further root certificates that the mesh trusts. */
export const certificateData = obj({
  pem: opt(1, str(), "The certificate itself.", { oneof: "certificate_data" }),
  spiffeBundleUrl: opt(2, str(), "Where to fetch the certificate, as a SPIFFE bundle.", { oneof: "certificate_data" }),
  certSigners: opt(3, list(str()), "Signers that the certificate is for; absent: all."),
  trustDomains: opt(4, list(str()), "Trust domains that the certificate is for; absent: the mesh's own."),
});

/** Curves that BoringSSL has had over the time; proxies of different ages know different ones. */
const knownCurves: ReadonlySet<string> = new Set([
  ...["P-224", "P-256", "P-384", "P-521", "X25519"],
  ...["CECPQ2", "X25519Kyber768Draft00", "X25519MLKEM768"],
]);

function areCurves(curves: readonly string[], report: Report): void {
  curves.forEach((curve, i) => {
    if (curve !== "" && !knownCurves.has(curve)) report("FW0805", `should be a known curve, not '${curve}'`, i);
    else if (curves.indexOf(curve) < i) report("FW0805", `should be listed once: '${curve}'`, i);
  });
}

/** What TLS connections agree on. */
export const tlsConfig = obj({
  minProtocolVersion: opt(
    1,
    choice({ TLS_AUTO: 0, TLSV1_2: 1, TLSV1_3: 2 }),
    "Lowest version of TLS; `TLS_AUTO`, the default, means 1.2.",
  ),
  ecdhCurves: opt(2, list(str(), { checks: [areCurves] }), "Curves for the exchange of keys; absent: Envoy's own."),
  cipherSuites: opt(3, list(str()), "Ciphers for TLS 1.2; absent: a safe set."),
});

/** A certificate authority outside of the control plane. */
export const meshCa = obj({
  address: opt(1, str(), "Host and port of the authority."),
  tlsSettings: opt(2, clientTlsSettings, "TLS towards the authority."),
  requestTimeout: opt(3, duration(), "How long signing may take; default: `10s`."),
  istiodSide: opt(4, bool(), "Whether the control plane asks it, instead of each proxy's agent; default: yes."),
});

export interface CertificateData extends Infer<typeof certificateData> {}
export interface TlsConfig extends Infer<typeof tlsConfig> {}
export interface MeshCa extends Infer<typeof meshCa> {}
