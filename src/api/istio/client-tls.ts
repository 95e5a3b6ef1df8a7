import type { Report } from "../problem.ts";
import { bool, choice, list, obj, opt, str } from "../schema/build.ts";
import type { Check, InferFields } from "../schema/schema.ts";

const fields = {
  mode: opt(
    1,
    choice({ DISABLE: 0, SIMPLE: 1, MUTUAL: 2, ISTIO_MUTUAL: 3 }),
    "Whether connections are encrypted, and with whose certificates. Default: DISABLE.",
  ),
  clientCertificate: opt(2, str(), "File with the client's certificate, on the proxy's machine; for MUTUAL."),
  privateKey: opt(3, str(), "File with the client's private key; for MUTUAL."),
  caCertificates: opt(
    4,
    str(),
    "File with the authorities that the server's certificate is verified by. Default: the system's.",
  ),
  credentialName: opt(7, str(), "Secret with certificates and key, in place of files; of the proxy's namespace."),
  subjectAltNames: opt(5, list(str()), "Names of which the server's certificate must have one."),
  sni: opt(6, str(), "Host to ask for by SNI. Default: the host of the request."),
  insecureSkipVerify: opt(
    8,
    bool({ wrapped: true, nullable: true }),
    "Accept any certificate of the server. Default: false.",
  ),
  caCrl: opt(9, str(), "File with certificates that are revoked."),
};

/** How connections to a destination are encrypted. */
export interface ClientTlsSettings extends InferFields<typeof fields> {}

const verifiesOrNot: Check<ClientTlsSettings> = (tls, report) => {
  if (tls.insecureSkipVerify !== true || (tls.mode !== "SIMPLE" && tls.mode !== "MUTUAL")) return;
  forbid(tls, tls.mode === "SIMPLE" ? ["caCertificates", "credentialName"] : ["caCertificates"], report, skipped);
  if (tls.subjectAltNames !== undefined) report("FW0335", `must not be set ${skipped}`, "subjectAltNames");
};

const skipped = "when `insecureSkipVerify` is true";

const hasOneSourceOfCertificates: Check<ClientTlsSettings> = (tls, report) => {
  if (tls.mode !== "SIMPLE" && tls.mode !== "MUTUAL") return;
  if (tls.credentialName) {
    const files = ["clientCertificate", "privateKey", "caCertificates", "caCrl"] as const;
    forbid(tls, files, report, "together with `credentialName`");
  } else if (tls.mode === "MUTUAL") {
    for (const name of ["clientCertificate", "privateKey"] as const) {
      if (!tls[name]) report("FW0335", "must be set in mode MUTUAL, unless `credentialName` is", name);
    }
  }
};

function forbid(
  tls: ClientTlsSettings,
  names: readonly ("clientCertificate" | "privateKey" | "caCertificates" | "caCrl" | "credentialName")[],
  report: Report,
  why: string,
): void {
  for (const name of names) if (tls[name]) report("FW0335", `must not be set ${why}`, name);
}

/** How connections to a destination are encrypted. */
export const clientTlsSettings = obj(fields, { checks: [verifiesOrNot, hasOneSourceOfCertificates] });

const configMap = "configmap://";

/** A credential of a ConfigMap must be of the rule's own namespace, as far as that is known. */
export function checkCredentialNamespace(
  tls: ClientTlsSettings | undefined,
  namespace: string | undefined,
  report: Report,
): void {
  const name = tls?.credentialName;
  if (!name?.startsWith(configMap)) return;
  const [first, second, ...more] = name.slice(configMap.length).split("/");
  if (!first || second === "" || more.length > 0) {
    report("FW0335", `must be 'configmap://namespace/name', not '${name}'`, "credentialName");
  } else if (second !== undefined && namespace !== undefined && first !== namespace) {
    report("FW0335", `must be of the rule's own namespace '${namespace}', not '${first}'`, "credentialName");
  }
}
