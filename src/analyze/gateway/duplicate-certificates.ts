import { isSuperset } from "../../base/labels.ts";
import { type AnalyzedObject, nameOf } from "../analyzed-object.ts";
import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import type { Part } from "../part.ts";

/**
 * Finds gateways of one workload that share a certificate: a client reuses its connection for a host of the other one,
 * and gets "not found" there.
 */
export const duplicateCertificates: Analyzer = {
  name: "gateway.CertificateAnalyzer",
  doc: "No two gateways of a workload use the same certificate.",
  codes: ["IST0138"],
  run({ cluster, report }) {
    const gateways = cluster.all(kindRefs.gateway);
    for (const gateway of gateways) {
      const selector = gateway.root.at("spec", "selector").labels();
      for (const other of gateways) {
        if (other === gateway || !isSuperset(other.root.at("spec", "selector").labels(), selector)) continue;
        const shared = sharedCertificate(gateway, other);
        if (!shared) continue;
        const why = "clients that reuse a connection for both get 404s; use one Gateway for both hosts";
        report("IST0138", gateway, shared, `should not be the certificate of Gateway ${nameOf(other)} too: ${why}`);
      }
    }
  },
};

function sharedCertificate(gateway: AnalyzedObject, other: AnalyzedObject): Part | undefined {
  const theirs = new Set(serversOf(other).map((tls) => certificateOf(tls)));
  return serversOf(gateway).find((tls) => {
    const own = certificateOf(tls);
    return own !== undefined && theirs.has(own);
  });
}

function serversOf(gateway: AnalyzedObject): readonly Part[] {
  return gateway.root
    .at("spec", "servers")
    .items()
    .map((server) => server.at("tls"));
}

/** One text per certificate, undefined if the server has none. */
function certificateOf(tls: Part): string | undefined {
  const secret = tls.at("credentialName").text;
  if (secret !== "") return `secret ${secret}`;
  const certificate = tls.at("serverCertificate").text;
  const key = tls.at("privateKey").text;
  return certificate === "" || key === "" ? undefined : `file ${certificate} ${key}`;
}
