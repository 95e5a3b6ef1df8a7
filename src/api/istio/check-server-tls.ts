import type { Report } from "../problem.ts";
import { isKnownCipherSuite } from "./cipher-suite.ts";
import type { ServerTlsSettings } from "./server-tls-fields.ts";

const certificateFields = [
  "serverCertificate",
  "privateKey",
  "caCertificates",
  "tlsCertificates",
  "credentialName",
  "credentialNames",
] as const;

function isSet(value: string | readonly unknown[] | undefined): boolean {
  return value !== undefined && value.length > 0;
}

/** Whether the settings fit their mode. */
export function checkServerTls(tls: ServerTlsSettings, report: Report): void {
  checkCipherSuites(tls, report);
  switch (tls.mode ?? "PASSTHROUGH") {
    case "ISTIO_MUTUAL":
      for (const name of certificateFields) {
        if (isSet(tls[name])) report("FW0335", "must not be set in mode ISTIO_MUTUAL", name);
      }
      return;
    case "PASSTHROUGH":
    case "AUTO_PASSTHROUGH":
      checkUnused(tls, report);
      checkSources(tls, report);
      return;
    default:
      checkSources(tls, report);
      checkCertificates(tls, report);
  }
}

function checkUnused(tls: ServerTlsSettings, report: Report): void {
  const used = [...certificateFields, "caCrl" as const].find((name) => isSet(tls[name]));
  if (used) report("FW0342", `should not be set in mode ${tls.mode ?? "PASSTHROUGH"}, which does not decrypt`, used);
}

function checkSources(tls: ServerTlsSettings, report: Report): void {
  const sources = [
    ...(tls.serverCertificate && tls.privateKey ? ["`serverCertificate` and `privateKey`"] : []),
    ...(["credentialName", "credentialNames", "tlsCertificates"] as const)
      .filter((name) => isSet(tls[name]))
      .map((name) => `\`${name}\``),
  ];
  if (sources.length > 1) report("FW0335", `must have its certificate from one place, not from ${sources.join(", ")}`);
}

/** For the modes that decrypt with certificates of one's own. */
function checkCertificates(tls: ServerTlsSettings, report: Report): void {
  if (isSet(tls.credentialName) || isSet(tls.credentialNames)) return;
  const mode = tls.mode ?? "";
  const needed = `must be set in mode ${mode}, unless \`credentialName\` is`;
  if (mode !== "SIMPLE" && !tls.caCertificates) report("FW0335", needed, "caCertificates");
  if (tls.tlsCertificates?.length) {
    tls.tlsCertificates.forEach((pair, i) => {
      if (!pair.serverCertificate) report("FW0335", "must be set", "tlsCertificates", i, "serverCertificate");
      if (!pair.privateKey) report("FW0335", "must be set", "tlsCertificates", i, "privateKey");
    });
  } else {
    if (!tls.serverCertificate) report("FW0335", needed, "serverCertificate");
    if (!tls.privateKey) report("FW0335", needed, "privateKey");
  }
  if (tls.caCrl && mode === "SIMPLE") report("FW0335", "must not be set in mode SIMPLE", "caCrl");
}

function checkCipherSuites(tls: ServerTlsSettings, report: Report): void {
  const seen = new Set<string>();
  tls.cipherSuites?.forEach((suite, i) => {
    if (!isKnownCipherSuite(suite)) report("FW0343", `should be a cipher suite, not '${suite}'`, "cipherSuites", i);
    else if (seen.has(suite)) report("FW0343", `should stand once only: '${suite}'`, "cipherSuites", i);
    seen.add(suite);
  });
  const oldest = tls.minProtocolVersion;
  if ((oldest === "TLSV1_0" || oldest === "TLSV1_1") && !tls.cipherSuites?.length) {
    report("FW0344", `should come with \`cipherSuites\`: the default has none for ${oldest}`, "minProtocolVersion");
  }
}
